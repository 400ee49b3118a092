# make demo: hear a night. make test: everything that must hold. make check: in half a minute, most of what breaks.
# make test trials: the same, with the whole of each sweep of which make test runs a sample.
# All set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DOCS := .venv-docs
# One more than there are processors: tests at terminals and pages mostly wait.
WORKERS = $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)")
# Tests of sound take their lines' own time, and half a processor. They are handed out one by one: a few take minutes.
LISTENERS = $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 2)")
# What is compiled is kept, for the tests start the program some hundred times.
unexport PYTHONDONTWRITEBYTECODE
QUIETLY := -qq --no-input --disable-pip-version-check  # errors are told, and nothing else

# Every scenario played straight, what the proofreaders promise, bad files, the docs, the laws on a few games, and the
# quick tests of what players and hosts touch first. Only make test resumes, fuzzes, listens and proves secrecy.
QUICK := tests/test_scenarios.py::test_scenario tests/test_laws.py \
  'tests/test_simulator.py::test_the_laws_hold_at_any_table_and_every_game_ends[0]' \
  tests/test_proof.py tests/test_bad_files.py tests/test_setup_keys.py tests/test_tables.py tests/test_config.py \
  tests/test_docs.py tests/test_lineups.py tests/test_newtable.py tests/test_newtable_files.py \
  tests/test_newtable_rules.py tests/test_answers.py tests/test_confirming.py tests/test_stage.py tests/test_timer.py tests/test_writing.py
# Of these, what takes seconds is for make test.
SECONDS_LONG := pictures_show or on_the_headless_page or any_line_can_be_read or never_fails_a_night or message_is_short

.PHONY: demo test check format lint types contracts quick-tests trials bench dist deb windows macos docs web clean

demo: $(VENV)/.installed
	@$(BIN)/narrator demo

test: lint format types contracts
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/audio
	$(BIN)/pytest -n $(LISTENERS) --dist load --maxschedchunk 1 tests/audio

check: $(VENV)/.tested
	@$(MAKE) --no-print-directory --jobs 2 --output-sync quick-tests types contracts format lint

lint format types contracts quick-tests: $(VENV)/.tested

quick-tests:
	$(BIN)/pytest -n 2 --dist worksteal $(QUICK) -k "not ($(SECONDS_LONG))"

types:
	$(BIN)/mypy

contracts:
	$(BIN)/lint-imports --no-cache

format:
	$(BIN)/ruff format --check .

lint:
	$(BIN)/ruff check .

trials: $(VENV)/.tested
	$(BIN)/pytest -n auto --dist worksteal --ignore tests/audio -m trial
	$(BIN)/pytest tests/audio -m trial

# The benches of at most five minutes; bench/README.md says how the others run.
bench: $(VENV)/.tested
	$(BIN)/python -m bench.startup
	$(BIN)/python -m bench.simulator
	$(BIN)/python -m bench.spoilt_files
	$(BIN)/python -m bench.voice

# What people install, in dist/: built, checked, installed in an empty environment, and played there.
dist: $(VENV)/.dist
	$(BIN)/python -m tools.dist $(addprefix --python ,$(PYTHONS))

# The package for Debian and Ubuntu; as root, with debootstrap, it is tried in a clean Debian too.
deb: $(VENV)/.installed $(VENV)/.dist
	$(BIN)/python -m tools.deb

# The zip and the installer for Windows, made on Linux.
windows: $(VENV)/.installed $(VENV)/.dist
	$(BIN)/python -m tools.windows

# The zip for macOS, which anything can make.
macos: $(VENV)/.installed $(VENV)/.dist
	$(BIN)/python -m tools.macos

# The site of docs/, with search, in build/site; a link that leads nowhere fails it. In an environment of its own.
docs: $(DOCS)/.installed
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build
	@echo "Open build/site/index.html; with search: $(PYTHON) -m http.server --directory build/site"

$(DOCS)/.installed: pyproject.toml
	@$(PYTHON) -m venv $(DOCS)
	@$(DOCS)/bin/pip install $(QUIETLY) --upgrade pip
	@$(DOCS)/bin/pip install $(QUIETLY) --group docs
	@touch $@

$(VENV)/.dist: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install $(QUIETLY) --upgrade pip
	@$(BIN)/pip install $(QUIETLY) --group dist
	@touch $@

$(VENV)/.installed: pyproject.toml
	@echo "Installing into $(VENV); this takes about a minute, once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install $(QUIETLY) --upgrade pip
	@$(BIN)/pip uninstall $(QUIETLY) --yes narrator  # as it was once called
	@$(BIN)/pip install $(QUIETLY) --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	@$(BIN)/pip install $(QUIETLY) --group test
	@touch $@

# The page that needs no installation, for any web server: docs/page.md.
web: $(VENV)/.installed
	$(BIN)/python -m tools.web dist/web

clean:
	rm -rf $(VENV) $(DOCS) dist build
