# `make play` and `make test` do everything on a fresh clone with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.PHONY: play test lint types unit coverage bench soak golden pictures clean

play: $(VENV)/.made
	$(BIN)/branchline play --terminal

test: lint types unit coverage

lint: $(VENV)/.made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.made-dev
	$(BIN)/mypy

unit: $(VENV)/.made-dev
	$(BIN)/python -m pytest -n $(JOBS) -q

coverage: $(VENV)/.made-dev
	$(BIN)/branchline rules --coverage > /dev/null || $(BIN)/branchline rules --coverage

bench: $(VENV)/.made-dev
	$(BIN)/branchline bench

# Many more random matches than `make test` plays: an hour or so.
soak: $(VENV)/.made-dev
	BRANCHLINE_SOAK=40 $(BIN)/python -m pytest -n $(JOBS) -q tests -k "conformance or properties"

# After a wanted change of the rules: write the golden playthroughs anew, and read the diff.
golden: $(VENV)/.made-dev
	BRANCHLINE_GOLDEN=write $(BIN)/python -m pytest -q tests -k golden

pictures: $(VENV)/.made
	$(BIN)/python docs/pictures/make.py

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Branchline needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.made: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.made-dev: $(VENV)/.made
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
