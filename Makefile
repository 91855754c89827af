# Everything happens in a local venv. Only `make test` looks beyond it, for Debian's Chromium, in which it opens the page.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
unexport PYTHONDONTWRITEBYTECODE  # or every process would recompile everything it imports
SOURCES := $(shell find src -name "*.py" -o -name "*.toml" -o -path "*/web/*" -type f) setup.py pyproject.toml README.md

# The tests of one game (`make quick GAME=yoyo`) or, without GAME, those of the core that take seconds.
TESTS_help := tests/help
TESTS_23 := tests/twentythree
TESTS_yoyo := tests/yoyo
TESTS_koenigs-romme := tests/koenigs_romme
TESTS_ := tests/test_api.py tests/test_records.py tests/test_sheets.py tests/test_docs.py
QUICK = $(TESTS_$(GAME))

.DEFAULT_GOAL := help
.PHONY: help docs play quick known-game fix check browser collect test types train strength mutants bench pictures soak clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; \
	    do printf '%-14s %s\n' "$$name" "$$text"; done

# Compiling takes minutes, and nobody should wait that long for a first game: until then, Reihum runs interpreted.
play: $(BIN)/python  ## play in the browser; LAN=1 lets in others on the same network
	@if $(MAKE) --question $(VENV)/.wheel > /dev/null 2>&1; then \
	    $(MAKE) --no-print-directory $(VENV)/.play; \
	else \
	    $(MAKE) --no-print-directory $(VENV)/.plain && \
	    { echo "Reihum runs interpreted this time. It is being compiled meanwhile, and will be faster at your next 'make play'."; \
	      nohup nice $(MAKE) --no-print-directory $(VENV)/.wheel > $(VENV)/compiling.log 2>&1 < /dev/null & }; \
	fi
	@$(BIN)/reihum play $(if $(LAN),--lan)

quick: known-game $(VENV)/.tools  ## the tests that take seconds, not compiled; GAME=yoyo for one game
	PYTHONPATH=src REIHUM_INTERPRETED=1 $(BIN)/python -m pytest -m "not long" $(QUICK)

known-game:
	@test -n "$(QUICK)" || { echo "There is no game '$(GAME)'; there are help, 23, yoyo, koenigs-romme."; exit 2; }

fix: $(VENV)/.tools  ## fix what lint can fix, and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tools.javascript --fix

check: $(VENV)/.tools  ## lint, types, layers and English, including the page's JavaScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python -m tools.javascript
	$(BIN)/python -m tools.english

test: $(BIN)/python  ## all tests, in under ten minutes on two cores
	@$(MAKE) --no-print-directory -j 3 $(VENV)/.wheel check browser collect
	@$(MAKE) --no-print-directory $(VENV)/.play
	$(BIN)/python -m pytest -n 3 --dist worksteal  # more than the two cores: many tests wait

# Python keeps what it compiles of the tests: otherwise every worker would do that again.
collect: $(VENV)/.tools
	@PYTHONPATH=src REIHUM_INTERPRETED=1 $(BIN)/python -m pytest --collect-only > $(VENV)/collected.txt \
	    || { cat $(VENV)/collected.txt; exit 1; }

types: $(VENV)/.tools  ## regenerate types, the schema of the wire, and the tables of the rule pages, of observations and of strengths
	PYTHONPATH=src $(BIN)/python -m tools.schema
	PYTHONPATH=src $(BIN)/python -m tools.signatures
	PYTHONPATH=src $(BIN)/python -m tools.wire_schema
	PYTHONPATH=src $(BIN)/python -m tools.observation
	PYTHONPATH=src $(BIN)/python -m tools.strength

train: known-game $(VENV)/.train  ## let a bot learn by self-play: GAME=23 PLAYERS=2 MINUTES=60; called again it goes on; all numbers of players without PLAYERS
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m training $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) --minutes $(or $(MINUTES),60) \
	    --workers $(or $(WORKERS),$(shell expr `nproc` - 1 \| 1))

strength: $(VENV)/.play  ## everybody against everybody, with ratings for docs/strength.md: DEALS=1000 JOBS=2; called again it goes on
	$(BIN)/python -m tools.ladder --deals $(or $(DEALS),1000) --jobs $(or $(JOBS),$(shell nproc))
	PYTHONPATH=src $(BIN)/python -m tools.strength

mutants: $(VENV)/.tools  ## change one thing at a time and see whether tests notice: GAME=yoyo COUNT=60 SEED=1; without GAME, the core
	$(BIN)/python -m tools.mutants $(if $(GAME),$(notdir $(QUICK)),core) --count $(or $(COUNT),60) --seed $(or $(SEED),1)

bench: $(VENV)/.bench browser  ## speed, compared with OpenSpiel, OR-tools and boardgame.io in the same run; the page in Chromium
	$(BIN)/python -m benchmarks.bench
	$(BIN)/python -m benchmarks.masters
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.waiting

docs: $(BIN)/python  ## build the documentation as a website, in build/site
	@$(requirements) docs > $(VENV)/docs.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/docs.txt
	$(BIN)/zensical build --strict --config-file mkdocs.yml

pictures: $(VENV)/.test browser  ## retake the README's pictures
	$(BIN)/python -m tools.screenshots

soak: $(VENV)/.test  ## crashes under load, memory, long fuzzing; takes minutes to hours
	$(BIN)/python -m tests.server.soak sqlite --tables 200 --kills 12 --every 5
	$(BIN)/python -m tests.server.soak postgres --tables 200 --kills 12 --every 5
	$(BIN)/python -m tests.server.soak_memory --tables 10000
	$(BIN)/python -m tests.server.soak_restart --tables 5000
	$(BIN)/python -m tests.server.soak_shared --tables 1000
	$(BIN)/python -m tests.koenigs_romme.soak_melds --hands 100000 --seed 1
	REIHUM_SOAK=1 $(BIN)/python -m pytest -n 2 --timeout 0 tests/test_contract.py tests/test_secrecy.py tests/test_compiled.py \
	    tests/test_views.py tests/table/test_replay.py tests/server/test_secrecy.py tests/server/test_broadcast.py \
	    tests/arena/test_journal.py
	REIHUM_SOAK=1 $(BIN)/python -m pytest --timeout 0 tests/browser/test_screens.py

clean:  ## remove the venv and everything that was built
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# -- the venv, made once and updated when its sources change ---------------------------------------

# The requirements that pyproject.toml lists under these names.
requirements = $(BIN)/python -c 'import sys, tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
    print(*(line for name in sys.argv[1:] for line in \
    (p["dependencies"] if name == "run" else p["optional-dependencies"][name])), sep="\n")'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Reihum needs Python 3.11 or newer; name one with PYTHON=python3.11."; exit 2; }
	@$(PYTHON) -m venv $(VENV) > /dev/null 2>&1 || { rm -rf $(VENV); \
	    echo "This Python cannot make a venv; on Debian and Ubuntu, run 'apt install python3-venv'."; exit 2; }
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.tools: $(BIN)/python pyproject.toml
	@echo "Installing what the tests need into $(VENV) …"
	@$(requirements) run test > $(VENV)/tools.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/tools.txt
	@touch $@

# Debian's Chromium, which is not part of the venv, and its nginx, which is put there.
browser: $(VENV)/.tools
	@$(BIN)/python -m tools.browser
	@$(BIN)/python -m tools.nginx

# Compiling does not touch what is installed, so other things can be installed meanwhile. One run at a time.
ONE_AT_A_TIME := $(if $(shell command -v flock),flock $(VENV)/.compiling)
$(VENV)/.wheel: $(BIN)/python $(SOURCES)
	@echo "Compiling Reihum (this takes two or three minutes) …"
	@$(ONE_AT_A_TIME) sh -c "rm -rf build/lib* build/temp* build/bdist* $(VENV)/wheel \
	    && $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir $(VENV)/wheel ."
	@touch $@

$(VENV)/.plain: $(BIN)/python $(SOURCES)
	@echo "Installing Reihum into $(VENV) …"
	@$(BIN)/python -m pip install --quiet "setuptools>=77"
	@REIHUM_PURE=1 $(BIN)/python -m pip install --quiet --no-build-isolation --force-reinstall --no-deps .
	@REIHUM_PURE=1 $(BIN)/python -m pip install --quiet --no-build-isolation .
	@rm -f $(VENV)/.play
	@touch $@

$(VENV)/.play: $(VENV)/.wheel
	@echo "Installing Reihum into $(VENV) …"
	@$(BIN)/python -m pip install --quiet $(VENV)/wheel/*.whl
	@$(BIN)/python -m pip install --quiet --no-deps --force-reinstall $(VENV)/wheel/*.whl  # even of the same version
	@$(BIN)/reihum --version
	@touch $@

$(VENV)/.test: $(VENV)/.play $(VENV)/.tools
	@touch $@

$(VENV)/.train: $(VENV)/.play
	@$(requirements) train > $(VENV)/train.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/train.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@$(requirements) bench > $(VENV)/bench.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/bench.txt
	@touch $@
