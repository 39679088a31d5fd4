"""Starting a process with a chat model in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.errors import ModelError
from desktop_app.domain.model_names import model_name
from desktop_app.domain.ports import LoadOptions, ModelInfo
from desktop_app.engine import machine, protocol
from desktop_app.engine.gguf import GgufHeader
from desktop_app.engine.process import Launcher, ProcessLimits, WorkerLost, WorkerProcess
from desktop_app.support.models_list import listed_licence

# Address space beyond twice the estimate: libraries, thread stacks and allocator arenas
# reserve much more than they use.
_ADDRESS_SLACK_BYTES = 8 * 1024**3


class ChatLoader:
    """Knows how to load one model, the first time and after a crash.

    Args:
        launcher: starts the process that serves it.
        limits: how long it may be silent; without an address space limit one is estimated.
        header: of the checked file.
        options: context length, threads and batch.
        safe_load: without extra buffer types; set by itself when the other way crashes.
        progress: told about the first load, 0-1.
    """

    def __init__(
        self,
        launcher: Launcher,
        limits: ProcessLimits,
        header: GgufHeader,
        options: LoadOptions,
        safe_load: bool,
        progress: Callable[[float], None],
    ) -> None:
        self._launcher = launcher
        self._header = header
        self._options = options
        self._safe_load = safe_load
        self._progress: Callable[[float], None] | None = progress
        self._need = machine.memory_need(header, options.batch)
        if not limits.address_space_bytes and not options.gpu_layers:  # graphics drivers reserve without bounds
            most = 2 * self._need.total(self._context_length) + _ADDRESS_SLACK_BYTES
            limits = replace(limits, address_space_bytes=most)
        self._limits = limits

    @property
    def _context_length(self) -> int:
        trained = self._header.trained_context_length
        return min(self._options.context_length, trained) if trained else self._options.context_length

    @property
    def needed_bytes(self) -> int:
        """Estimated memory for the model with the asked context."""
        return self._need.total(self._context_length)

    def no_memory(self, free_bytes: int) -> ModelError:
        """The error that says how much is missing and which context would fit."""
        return ModelError(
            "model_no_memory",
            path=str(self._header.path),
            needed_bytes=self.needed_bytes,
            free_bytes=free_bytes,
            suggested_context=min(self._need.largest_context(free_bytes), self._context_length // 2),
        )

    def load(self) -> tuple[WorkerProcess, ModelInfo]:
        """Start a process and load the model.

        A crash on the way is tried once more without extra buffer types; if that works,
        later starts go the same way.

        Raises:
            ModelError: the process is gone then.
        """
        if not self._header.path.is_file():  # taken away since it was loaded last
            raise ModelError("model_missing", path=str(self._header.path))
        try:
            try:
                loaded = self._attempt()
            except WorkerLost as lost:
                if lost.code != "engine_crashed" or self._safe_load:
                    raise
                self._safe_load = True
                loaded = self._attempt()
        except WorkerLost as lost:
            if lost.code == "model_no_memory":
                raise self.no_memory(machine.free_memory_bytes()) from lost
            # A file that ends the process is not a usable model, whatever its header says.
            code = "model_load_failed" if lost.code == "engine_crashed" else lost.code
            raise ModelError(code, path=str(self._header.path), reason=lost.reason) from lost
        self._progress = None
        return loaded

    def _attempt(self) -> tuple[WorkerProcess, ModelInfo]:
        process = self._launcher.start(self._limits)
        try:
            return process, self._info(self._ask(process))
        except BaseException:
            process.close()
            raise

    def _ask(self, process: WorkerProcess) -> protocol.ChatLoaded:
        options = self._options
        request = protocol.LoadChat(
            id=process.next_id(),
            path=str(self._header.path),
            context_length=self._context_length,
            threads=options.threads or machine.default_threads(),
            batch=options.batch,
            gpu_layers=options.gpu_layers,
            safe_load=self._safe_load,
            flash_attention=bool(options.gpu_layers) or self._need.wants_flash_attention(self._context_length),
        )
        answer = process.call(request, on_report=self._report, loading=True)
        if isinstance(answer, protocol.ChatLoaded):
            return answer
        assert isinstance(answer, protocol.Failed)
        if answer.code == "model_no_memory":
            raise self.no_memory(machine.free_memory_bytes())
        code = "model_load_failed" if answer.code == protocol.INTERNAL else answer.code
        facts = {"path": str(self._header.path), "architecture": self._header.architecture}
        raise ModelError(code, **{**facts, **answer.facts})

    def _report(self, report: protocol.Report) -> None:
        if self._progress is not None and isinstance(report, protocol.LoadProgress):
            self._progress(report.fraction)

    def _info(self, loaded: protocol.ChatLoaded) -> ModelInfo:
        header = self._header
        return ModelInfo(
            path=header.path,
            name=model_name(header.path.stem, header.name),
            architecture=header.architecture,
            quantisation=header.quantisation,
            parameters=loaded.parameters,
            file_bytes=header.total_bytes,
            sha256=loaded.sha256,
            context_length=loaded.context_length,
            trained_context_length=loaded.trained_context_length,
            chat_template=header.chat_template,
            licence=header.licence or listed_licence(header.path),
            engine_build=loaded.engine_build,
            safe_load=self._safe_load,
        )
