# `make` or `make help` lists the targets: the comments after ## are their descriptions.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CORES := --numprocesses=auto --maxprocesses=4 --dist=worksteal
# Tests of the terminal, of servers and of pages wait for each other's processes.
MORE_THAN_CORES := --numprocesses=4 --dist=worksteal
# Only tests/server needs the plugin of schemathesis, which each process takes half a second to load.
WITHOUT_SERVER := -p no:schemathesis --ignore=tests/server --ignore=tests/browser
OLD_PYTHON := import sys; sys.exit(sys.version_info < (3, 11) and "Kaiten needs Python 3.11 or newer, and $(PYTHON) is %d.%d: name another one, for example PYTHON=python3.12" % sys.version_info[:2])
SETUP = $(PYTHON) -c '$(OLD_PYTHON)' && $(PYTHON) tools/setup_venv.py
SETUP_OPTIONS = --folder '$(VENV)' $(if $(filter file,$(origin PYTHON)),,--this-python)
CLIENT := $(BIN)/python web/build_client.py
MEASURED := not sweep and not unmeasured
PLAIN_SWEEPS = $(if $(KAITEN_TEST_LONG),sweep,sweep and once)
NODE := 20.19, 22.12 or newer: https://nodejs.org
QUICK := $(WITHOUT_SERVER) --ignore=tests/analysis --ignore=tests/arena
RULES := */kaiten/games/*,*/engine/card.py,*/engine/rng.py,*/engine/draft.py,*/engine/operations.py,*/engine/picks.py

# The tests start hundreds of processes: each finds what an earlier one compiled to bytecode.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help ready-to-play ready-to-test play quick client compiled-tests browser-tests test test-long lint types plain server coverage compiled web browser screenshots bench load chaos protocol messages constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# Without Node there may be no client: the server then has a plain page, and everything else.
play: ready-to-play ## set everything up, and open the table in the browser
	@$(CLIENT) || echo "The server shows a plain page instead."
	@$(BIN)/kaiten

client: ready-to-play ## build the browser client, if its sources have changed
	@$(CLIENT)

test: ready-to-test ## set everything up and check everything
	@MAKE='$(MAKE)' $(BIN)/python tools/run_stages.py "about a quarter of an hour on two cores"

# Neither measured nor compiled, without the tests that play many games.
quick: ready-to-test ## lint and a choice of the tests, in under two minutes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -m "not sweep" $(CORES) $(QUICK)
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -m "not sweep" -k "not postgresql" $(CORES) tests/server/test_store.py tests/server/test_game.py

# In `make test`, tests whose subject is not the rules try a pairwise sample of tables and bots
# (tests/playing.py), and Hypothesis tries the same examples every time. Here they try everything,
# and Hypothesis finds other examples each time; a failure prints how to reproduce it.
test-long: export KAITEN_TEST_LONG = 1
test-long: test ## the same with every combination and fresh random examples: before a release

lint: ready-to-test ## ruff, style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: ready-to-test ## mypy, strict
	$(BIN)/mypy

# Plain Python, which coverage can measure, at two to four times the cost: what needs not be measured
# is not. Sweeps go over many tables or games. Those that are the same in both modes run here, unmeasured; the
# others run compiled, and in `make test-long` here too.
plain: ready-to-test ## the tests of rules, library and terminal in plain Python
	@$(BIN)/python -m tests.envs.libraries
	@$(BIN)/python -m tests.engine.test_gpu
	rm -f .coverage .coverage.*
	KAITEN_JIT=0 $(BIN)/coverage run -m pytest -q -m "$(MEASURED)" $(MORE_THAN_CORES) $(WITHOUT_SERVER)
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -m "unmeasured or $(PLAIN_SWEEPS)" $(MORE_THAN_CORES) $(WITHOUT_SERVER)

# What is the same in both modes has run already: pages, pictures, imports, a seat at a remote table.
# The warm-up compiles everything once; without it, every process of pytest-xdist would. The server's
# compiled workers find it in the cache too.
compiled: ready-to-test ## the tests of rules, library and terminal with compiled rules
	@if $(BIN)/python -c 'import numba' 2>/dev/null; then $(MAKE) --no-print-directory compiled-tests; \
	else echo "NOT RUN: the tests of compiled rules, for Numba is not installed (make clean tries again)."; fi

compiled-tests: ready-to-test
	KAITEN_JIT=1 $(BIN)/python -m tests.warm_up
	KAITEN_JIT=1 $(BIN)/python -m pytest -q -m "not once" $(CORES) $(WITHOUT_SERVER)

# The server, which plays by the plain rules, on a real SQLite file and a real PostgreSQL. Some tests
# look at the built client; what keeps it from being built fails the stage `web`.
server: ready-to-test ## the tests of the server, on SQLite and PostgreSQL
	@$(CLIENT) || true
	@$(BIN)/python -m tests.postgres
	KAITEN_JIT=0 $(BIN)/coverage run -m pytest -q -m "$(MEASURED)" -k "not postgresql" tests/server $(MORE_THAN_CORES)
	KAITEN_JIT=0 $(BIN)/python -m pytest -q -k "postgresql or sweep or unmeasured" tests/server $(MORE_THAN_CORES)

# What `plain` and `server` ran: every line and branch of the rules, 95 % of the whole package.
coverage: ready-to-test ## what plain and server have covered
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='$(RULES)' --fail-under=100
	$(BIN)/coverage report --fail-under=95

# The browser client: types, Svelte's warnings, ESLint, Prettier and the unit tests.
web: ready-to-test ## the checks and unit tests of the browser client
	@if $(CLIENT) find-node; then $(CLIENT) && $(CLIENT) check; \
	else echo "NOT RUN: the checks of the browser client, for there is no Node.js ($(NODE))."; fi

# The browser client in a real browser, which is installed where that can be done without asking.
browser: ready-to-test ## the browser client in a real Chromium
	@if $(CLIENT) find-node; then $(MAKE) --no-print-directory browser-tests; \
	else echo "NOT RUN: the tests in the browser, for there is no Node.js ($(NODE))."; fi

browser-tests: ready-to-test
	@$(CLIENT) && $(CLIENT) install
	@$(BIN)/python -m tests.browser.chromium
	KAITEN_JIT=0 $(BIN)/python -m pytest -q tests/browser $(MORE_THAN_CORES)

screenshots: ready-to-test client ## take the pictures of docs/screenshots
	@$(BIN)/python -m tests.browser.chromium
	KAITEN_JIT=0 $(BIN)/python -m tests.browser.screenshots

bench: ready-to-test ## measure the speed
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.vector
	$(BIN)/python -m bench.start

load: ready-to-test ## measure how many tables a server holds
	$(BIN)/python -m bench.load

chaos: ready-to-test ## kill the server hundreds of times, and see that nothing is lost
	$(BIN)/python -m bench.chaos

# The shapes of all that is said and asked, from which the browser's types are made.
protocol: ready-to-test ## write web/protocol.json, on which clients build, and the tables of a view in docs
	$(BIN)/python -m kaiten.server.web.openapi > web/protocol.json
	$(BIN)/python -m tests.view_tables

# What the catalogues of other languages lack; with NEW=de, those of German are begun.
messages: ready-to-test ## update the catalogues of other languages, and list what is missing
	$(BIN)/python tools/messages.py $(NEW)

constraints: ready-to-test ## write the exact versions of what the container installs
	$(BIN)/python -m tests.constraints

clean: ## remove everything that was set up or built
	rm -rf $(VENV) src/kaiten/locale/*.mo .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache \
	  .hypothesis build dist web/node_modules web/src/protocol.ts src/kaiten/server/client

# Both return at once if nothing has changed.
ready-to-play: ; @$(SETUP) play $(SETUP_OPTIONS)
ready-to-test: ; @$(SETUP) test $(SETUP_OPTIONS)
