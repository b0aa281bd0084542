# Everything a contributor types.  Each target makes the virtual environment it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help verify test compiled lint format bench mutation matrix site serve clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  \1|/' | column -t -s'|'

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	@touch $@

verify: $(INSTALLED)  ## judge the reference and OpenSpiel, check the specification, prove that the suite bites
	$(BIN)/heartspec verify reference
	$(BIN)/heartspec verify openspiel --sheet qdan --players 4
	$(BIN)/heartspec verify openspiel-default --sheet qdan --known shipped
	$(BIN)/heartspec perft
	$(BIN)/heartspec check
	$(BIN)/heartspec mutants --jobs 2

test: $(INSTALLED)  ## run every test, the engine's with full line and branch coverage
	$(BIN)/python -m pytest -n auto --cov --cov-report=term tests/reference
	$(BIN)/python -m pytest -n auto --ignore=tests/reference

compiled: $(INSTALLED)  ## build the engine compiled, and run its tests and the whole suite on that
	$(BIN)/python benchmarks/compiled.py

lint: $(INSTALLED)  ## formatting, style, types, and who may import whom
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(INSTALLED)  ## put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(INSTALLED)  ## measure: the goals of performance in one table, then the engine in step with OpenSpiel
	$(BIN)/python benchmarks/goals.py --compiled build
	$(BIN)/python benchmarks/lockstep.py
	$(BIN)/python benchmarks/perft_openspiel.py
	$(BIN)/python benchmarks/stdio.py
	$(BIN)/python benchmarks/site_build.py
	$(BIN)/python benchmarks/fuzz_speed.py
	$(BIN)/python benchmarks/audit_alterations.py
	$(BIN)/python benchmarks/fuzz_mutants.py --sample 20 --rounds 4000

mutation: $(INSTALLED)  ## change the engine in small ways, and see whether the scenarios notice (some 20 minutes)
	$(BIN)/python benchmarks/mutation

matrix: $(INSTALLED)  ## judge implementations that others wrote, and refresh the README's table of them
	$(BIN)/python -m hearts_implementations
	$(BIN)/python benchmarks/matrix.py

site: $(INSTALLED)  ## build the rules site, every language, below site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/heartspec site build

serve: $(INSTALLED)  ## show the rules site while it is written
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

clean:  ## remove everything that was built
	rm -rf $(VENV) .venv-matrix build dist site .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
