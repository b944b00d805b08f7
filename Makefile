# make play         set everything up, and the table is in the browser
# make test         set everything up and check everything
# make test-long    the same with every combination of tables and bots, ten times as many random
#                   games, and Hypothesis with fresh seeds: before a release
# make client       build the browser client, if its sources have changed
# make screenshots  take the pictures of docs/screenshots anew
# make protocol     write web/protocol.json anew, on which clients build
# make bench        measure the speed
# make load         measure how many tables a server holds
# make chaos        kill the server hundreds of times, and see that nothing is lost
# make clean        forget all that was set up

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CORES := --numprocesses=auto --maxprocesses=4
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CLIENT := $(BIN)/python web/build_client.py
PLAIN_SWEEPS = $(if $(KAITEN_TEST_LONG),sweep,sweep and once)
RULES := */kaiten/games/*,*/engine/card.py,*/engine/rng.py,*/engine/draft.py,*/engine/operations.py,*/engine/picks.py

.PHONY: play client test test-long lint types plain server coverage compiled web browser screenshots bench load chaos protocol clean

# Without Node there may be no client: the server then has a plain page, and everything else.
play: $(VENV)/ready-to-play
	@$(MAKE) --no-print-directory client || true
	@$(BIN)/kaiten

client: | $(VENV)/bin/python
	@$(CLIENT)

test: lint types plain compiled server coverage web browser
	@$(BIN)/python -m tests.browser.chromium passed

# In `make test`, tests whose subject is not the rules try a pairwise sample of tables and bots
# (tests/playing.py), and Hypothesis tries the same examples every time. Here they try everything,
# and Hypothesis finds other examples each time; a failure prints how to reproduce it.
test-long: export KAITEN_TEST_LONG = 1
test-long: test

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-to-test
	$(BIN)/mypy

# Plain Python, which coverage can measure. Sweeps go over many tables or games; they cover nothing
# that is not covered without them. Those that are the same in both modes run here, unmeasured; the
# others run compiled, and in `make test-long` here too.
plain: $(VENV)/ready-to-test
	rm -f .coverage .coverage.*
	KAITEN_JIT=0 $(BIN)/coverage run -m pytest -q -m "not sweep" $(CORES) --ignore=tests/server --ignore=tests/browser
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -m "$(PLAIN_SWEEPS)" $(CORES) --ignore=tests/server --ignore=tests/browser

# What is the same in both modes has run already: pages, pictures, imports, a seat at a remote table.
# The warm-up compiles everything once; without it, every process of pytest-xdist would. The server's
# compiled workers find it in the cache too.
compiled: $(VENV)/ready-to-test
	KAITEN_JIT=1 $(BIN)/python -m tests.warm_up
	KAITEN_JIT=1 $(BIN)/python -m pytest -q $(CORES) -m "not once"

# The server, which plays by the plain rules, on a real SQLite file and a real PostgreSQL.
server: $(VENV)/ready-to-test
	@$(BIN)/python -m tests.postgres
	KAITEN_JIT=0 $(BIN)/coverage run -m pytest -q -m "not sweep" -k "not postgresql" tests/server $(CORES)
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -k "postgresql or sweep" tests/server $(CORES)

# What `plain` and `server` ran: every line and branch of the rules, 95 % of the whole package.
coverage: $(VENV)/ready-to-test
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='$(RULES)' --fail-under=100
	$(BIN)/coverage report --fail-under=95

# The browser client: types, Svelte's warnings, ESLint, Prettier and the unit tests.
web: $(VENV)/ready-to-test client
	$(CLIENT) check

# The browser client in a real browser, which is installed where that can be done without asking.
browser: $(VENV)/ready-to-test client
	@$(CLIENT) install
	@$(BIN)/python -m tests.browser.chromium
	KAITEN_JIT=0 $(BIN)/python -m pytest -q tests/browser $(CORES)

screenshots: $(VENV)/ready-to-test client
	@$(BIN)/python -m tests.browser.chromium
	KAITEN_JIT=0 $(BIN)/python -m tests.browser.screenshots

bench: $(VENV)/ready-to-test
	$(BIN)/python bench/speed.py
	$(BIN)/python -m bench.start

load: $(VENV)/ready-to-test
	$(BIN)/python -m bench.load

chaos: $(VENV)/ready-to-test
	$(BIN)/python -m bench.chaos

# The shapes of all that is said and asked, from which the browser's types are made.
protocol: $(VENV)/ready-to-test
	$(BIN)/python -m kaiten.server.web.openapi > web/protocol.json

clean:
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache \
	  .hypothesis build dist web/node_modules web/src/protocol.ts src/kaiten/server/client

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kaiten needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready-to-play: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up Kaiten (once, a minute or two) ..."
	@$(PIP) -e '.[fast,server]' || { echo "Numba is not to be had here: Kaiten will run without it, more slowly."; $(PIP) -e '.[server]'; }
	@touch $@

$(VENV)/ready-to-test: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[all,dev]'
	@touch $@
