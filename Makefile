# Everything happens in a local venv; nothing else on the machine is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name "*.py" -o -name "*.toml") setup.py pyproject.toml README.md

.PHONY: play test check bench soak clean

play: $(VENV)/.play  ## sit down at the table
	@$(BIN)/reihum play

test: $(VENV)/.test check  ## all tests, in under ten minutes on two cores
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.test  ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

bench: $(VENV)/.bench  ## speed, beside OpenSpiel and OR-tools in the same run
	$(BIN)/python -m benchmarks.bench

soak: $(VENV)/.test  ## long fuzzing; minutes to hours
	$(BIN)/python -m tests.koenigs_romme.soak_melds --hands 100000 --seed 1
	REIHUM_SOAK=1 $(BIN)/python -m pytest -n 2 tests/test_contract.py tests/test_secrecy.py tests/test_compiled.py

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Reihum needs Python 3.11 or newer; say which with PYTHON=python3.11."; exit 2; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	    echo "This Python cannot make a venv; installing Debian's python3-venv."; \
	    apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.play: $(BIN)/python $(SOURCES)
	@echo "Installing Reihum into $(VENV) (compiling takes a minute or two) …"
	@rm -rf build
	@$(BIN)/python -m pip install --quiet .
	@$(BIN)/reihum --version
	@touch $@

$(VENV)/.test: $(VENV)/.play
	@$(BIN)/python -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["test"]))' > $(VENV)/test.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/test.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@$(BIN)/python -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench"]))' > $(VENV)/bench.txt
	@$(BIN)/python -m pip install --quiet -r $(VENV)/bench.txt
	@touch $@
