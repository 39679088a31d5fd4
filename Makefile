# The two commands: make run, make test. Everything else is for working on the program.
# Without make (Windows): python packaging/bootstrap.py run --start

PYTHON ?= python3
VENV_PYTHON := .venv/bin/python
BOOTSTRAP := $(PYTHON) packaging/bootstrap.py
UV_COMPILE := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
# Whole files to a process each, so that a model is loaded once for the tests that share it.
TESTS := QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(VENV_PYTHON) -m pytest -n auto --maxprocesses 4 --dist loadfile

# What Python compiled is kept, whatever the surroundings say: each start would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-all check bench stress package models-bundle prove-package set-up lock i18n pictures clean help

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: ## set up what is missing and open the window (ARGS="--vault DIR")
	@$(BOOTSTRAP) run --start $(ARGS)

set-up: ## only set up what working on the program needs
	@$(BOOTSTRAP) test

test: check ## checks and every test that takes no more than seconds (ARGS="-k name")
	$(TESTS) -m "not slow" $(ARGS)

test-all: set-up ## every test, the slow ones too
	$(TESTS) $(ARGS)

check: set-up ## style, types and the layers
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m mypy --strict desktop_app packaging
	.venv/bin/lint-imports

bench: set-up ## the table of measurements, to build/bench.json (SHORT=1 for a quick one)
	@mkdir -p build
	QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(VENV_PYTHON) -m tests.benchmarks $(if $(SHORT),--short) --json build/bench.json

stress: set-up ## kill it, fail its writes, fill its disk: nothing may be lost (KILLS=500, MINUTES=90, SHORT=1), to build/stress.json
	@mkdir -p build
	QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(VENV_PYTHON) -m tests.stress $(if $(SHORT),--kills 8 --faults 60 --full 10,--kills $(or $(KILLS),50) --minutes $(or $(MINUTES),90)) --json build/stress.json

package: ## what is handed out, to dist: the program with all it needs, .deb, wheel, sdist
	@$(BOOTSTRAP) package

models-bundle: set-up ## the models for machines without a network, to dist/retrace-models (SMALL=1)
	$(VENV_PYTHON) packaging/models_bundle.py $(if $(SMALL),--small)

prove-package: set-up ## as root: the .deb installed, played and removed in a clean Debian; its start against the sources
	$(VENV_PYTHON) packaging/models_bundle.py --small --output build/prove/retrace-models
	$(VENV_PYTHON) packaging/prove_package.py
	xvfb-run -a -s "-screen 0 1440x900x24" $(VENV_PYTHON) packaging/compare_start.py

lock: set-up ## make the locked and hashed requirements anew
	cd packaging/requirements && for name in tools build development package; do ../../$(UV_COMPILE) $$name.in -o $$name.txt || exit 1; done
	cd packaging/requirements && ../../$(UV_COMPILE) --override torch-excluded.txt runtime.in -o runtime.txt
	cd packaging/requirements && ../../$(UV_COMPILE) --no-deps --no-binary llama-cpp-python llama.in -o llama.txt

i18n: set-up ## bring the translation files up to date with the texts in the code, and compile them
	$(VENV_PYTHON) packaging/i18n.py update >/dev/null
	$(VENV_PYTHON) packaging/i18n.py compile

pictures: set-up ## take the pictures of the README and the guide anew, with the real models (minutes, the first time)
	QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(VENV_PYTHON) -m tests.pictures

clean: ## remove what was made here; the models and vaults in the data folder stay
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f resources/i18n/*.qm
