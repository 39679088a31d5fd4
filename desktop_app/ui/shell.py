"""Building the window over an open vault."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from desktop_app.services.facade import Services
from desktop_app.ui.application import Translations, survive_uncaught_errors
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.privacy.clipboard import ClipboardGuard
from desktop_app.ui.privacy.guard import PrivacyGuard
from desktop_app.ui.privacy.keys import PrivacyKeys
from desktop_app.ui.privacy.pages import PrivacyPages
from desktop_app.ui.reply_notices import ReplyNotices
from desktop_app.ui.scratch import BeginScratch, ScratchWindows
from desktop_app.ui.theme import ThemeManager


def build_window(
    application: QApplication,
    services: Services,
    preferences: PreferenceStore,
    begin_scratch: BeginScratch | None = None,
) -> MainWindow:
    """The window in the language and the look of the preferences, not shown yet.

    Args:
        application: the one there is.
        services: of the open vault.
        preferences: of the window.
        begin_scratch: makes a program that keeps nothing; without it there are no scratch sessions.
    """
    chosen = preferences.get()
    translations = Translations(application, chosen.language)
    themes = ThemeManager(application, chosen.theme, chosen.body_px)
    translations.language_changed.connect(themes.follow_language)
    bridge = EventBridge(services.bus, services.tasks)
    window = MainWindow(services, bridge, themes, translations, preferences)
    translations.setParent(window)  # they end with it
    themes.setParent(window)
    guard = PrivacyGuard(application, services, bridge, window.cover, window)
    guard.refused.connect(window.notices.show_error)
    window.lock_requested.connect(guard.lock)
    guard.lock_requested.connect(window.end_locked)
    PrivacyKeys(application, window.privacy_actions, window)
    ClipboardGuard(application.clipboard(), services, window)
    ReplyNotices(window, bridge)
    PrivacyPages(services, bridge, window)
    if begin_scratch is not None:
        window.scratch_requested.connect(ScratchWindows(begin_scratch, window, themes, translations).open_window)
    survive_uncaught_errors(window.notices.show_error)
    return window
