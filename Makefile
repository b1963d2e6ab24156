# Two commands are all you need: `make run` and `make test`. Both set up what they need and ask nothing.
PORT ?= 8080
DATA ?= .data
# Of the games in a window, such as --full-screen; the server is LAUREL_SERVER, or --server.
OPTIONS ?=

.PHONY: help run test check bench clean format monkeyjump whackacac

help: ## What there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

run: ## Build, start the server on http://127.0.0.1:8080 with the demo games
	@scripts/setup run
	@scripts/wasmtime || echo "Without it uploaded simulators are not run; everything else works."
	@echo "Building (the first time takes a few minutes) …"
	@swift build -c release --product laurel
	@exec .build/release/laurel serve --data $(DATA) --port $(PORT) --demo --log $(DATA)/laurel.log

monkeyjump: ## Build and play MonkeyJump in a window (OPTIONS="--help" lists its options)
whackacac: ## Build and play Whack-a-Cac in a window
monkeyjump whackacac:
	@scripts/setup play
	@echo "Building (the first time takes a few minutes) …"
	@swift build -c release --product $@
	@exec .build/release/$@ $(OPTIONS)

test: ## Set up and run everything that CI runs
	@scripts/test

check: ## Format, build, house rules
	@scripts/setup test
	@scripts/check

bench: ## Measure, beside nginx, Redis and SQLite, in one run
	@scripts/setup bench
	@Benchmarks/run

format: ## Rewrite the sources in the house format
	@swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Plugins Web

clean: ## Remove what was built (never the data)
	@rm -rf .build artifacts
