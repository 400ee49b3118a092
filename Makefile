# make demo: hear a night. make test: everything that must hold. Both set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test trials bench clean

demo: $(VENV)/.installed
	@$(BIN)/narrator play setups/demo.toml --answers setups/demo.answers --pace 0.15 --seed 7 --journal "$$(mktemp -u).jsonl"

test: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n auto --ignore tests/audio
	$(BIN)/pytest -n auto tests/audio -m "not trial"

trials: $(VENV)/.tested
	$(BIN)/pytest tests/audio -m trial

bench: $(VENV)/.tested
	$(BIN)/python -m bench.startup
	$(BIN)/python -m bench.simulator
	$(BIN)/python -m bench.voice

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/pip install --quiet --group test
	@touch $@

clean:
	rm -rf $(VENV) dist
