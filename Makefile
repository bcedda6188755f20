# Every target sets up what it needs; the first run downloads, later ones start at once.

PYTHON ?= python3
PY := .venv/bin/python
SOURCES := $(wildcard toolpin_ci tools tests bench examples entrypoint.py)
# Two at a time: many tests wait for child processes, and small machines have two cores.
PYTEST := $(PY) -m pytest -n 2 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help demo test check lint format types docs workflows audit coverage golden score hostile fuzz test-interop rule picture bench image test-servers \
	env fixtures lock-deps clean

help: ## show this list
	@echo "ToolPin CI. Start with:"
	@echo
	@echo "  make demo    see what a reviewer sees when a server drifts from its lockfile"
	@echo "  make test    run the tests against published MCP servers"
	@echo "  make check   everything that CI runs, in the same order"
	@echo
	@echo "All targets:"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

demo: env ## run the main job on an example whose server has drifted
	@$(PY) examples/demo/run.py

test: env fixtures ## run all tests; one file: make test T=tests/probe
	@$(PYTEST) $(T)

check: lint types test docs workflows ## what CI runs, in the same order

lint: env ## formatting and lint rules
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .

format: env ## rewrite files in the house format and apply safe fixes
	@$(PY) -m ruff check --fix-only .
	@$(PY) -m ruff format .

types: env ## mypy, strict
	@$(PY) -m mypy $(SOURCES)

docs: env ## links between our Markdown files, and the pages that are written from the code
	@$(PY) -m tools.check_docs
	@$(PY) -m tools.gen_rules_doc --check
	@$(PY) -m tools.gen_limits_doc --check

workflows: env ## actionlint, zizmor, the published schemas and hadolint on our workflows, action and Dockerfile
	@$(PY) -m tools.lint_workflows

audit: env ## known weaknesses of every locked package; needs an advisory source, which a mirror seldom is
	@$(PY) -m tools.audit

coverage: env fixtures ## tests with branch coverage; prints what no test reaches
	@$(PYTEST) --cov --cov-report=term-missing:skip-covered

score: env ## figures of the comparison: changes reported, non-changes silent, severities
	@$(PY) -m tools.mutation_score

hostile: env fixtures ## the table of what means harm: servers, files, texts, GitHub (root)
	@$(PY) -m tools.hostile_score

fuzz: env ## try bad inputs for ten minutes and keep what breaks something; shorter: make fuzz SECONDS=60
	@$(PY) -m tools.fuzz --seconds $(or $(SECONDS),600)

test-interop: env ## run ToolPin and MCP Hangar themselves and compare with ours (downloads both)
	@$(PY) -m tools.originals >/dev/null
	@$(PY) -m pytest -q -m originals tests/originals

rule: env ## a new rule with its fixture folder: make rule ID=tool-renamed
	@$(PY) -m tools.new_rule $(ID)

golden: env ## rewrite tests/golden from what the code does now; review the diff
	@$(PY) -m pytest -q --golden-write tests

picture: env ## draw the comment for the README, light and dark (needs chromium)
	@$(PY) -m tools.picture

bench: env fixtures ## ratios of wall time and memory to a raw client
	@$(PY) -m bench

image: env ## build the action's image without Docker; prints its size and how fast it starts (root)
	@$(PY) -m tools.container

test-servers: env ## lock and check every published server of the long list (about an hour)
	@$(PY) -m tools.test_servers

env: ## create or refresh .venv
	@$(PYTHON) -m tools.bootstrap

fixtures: env ## install the published servers and the registries that the tests run
	@$(PY) -m tools.fixtures >/dev/null
	@$(PY) -m tools.registries >/dev/null

lock-deps: env ## regenerate the hash-pinned requirement files; newer versions: make lock-deps UPGRADE=--upgrade
	@$(PY) -m tools.lock_deps $(UPGRADE)

clean: ## remove what the targets made in this checkout (the download cache stays)
	rm -rf .venv .bootstrap.lock .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
