# make play   set everything up and start a game
# make test   set everything up and check everything
# make bench  measure the speed
# make clean  forget all that was set up

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CORES := --numprocesses=auto --maxprocesses=4
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test lint types plain compiled bench clean

play: $(VENV)/ready-to-play
	@$(BIN)/kaiten play sushi-go

test: lint types plain compiled
	@echo "All checks passed."

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-to-test
	$(BIN)/mypy

# Plain Python, where coverage can see the rules: every line and every branch of them is tested.
plain: $(VENV)/ready-to-test
	KAITEN_JIT=0 $(BIN)/coverage run -m pytest -q -m "not sweep"
	$(BIN)/coverage report --fail-under=100
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -m sweep $(CORES)

compiled: $(VENV)/ready-to-test
	KAITEN_JIT=1 $(BIN)/python -m pytest -q $(CORES)

bench: $(VENV)/ready-to-test
	$(BIN)/python bench/speed.py

clean:
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kaiten needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready-to-play: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up Kaiten (once, a minute or so) ..."
	@$(PIP) -e '.[fast]' || { echo "Numba is not to be had here: Kaiten will run without it, more slowly."; $(PIP) -e .; }
	@touch $@

$(VENV)/ready-to-test: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[fast,dev]'
	@touch $@
