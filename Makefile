# Two commands are all you need: `make run` and `make test`. Both set up what they need and ask nothing.
PORT ?= 8080
DATA ?= .data
# Of the games in a window, such as --full-screen; the server is LAUREL_SERVER, or --server. Of cluster-test and torture, too.
OPTIONS ?=
# Of make test: targets or suites, such as TESTS="ServiceTests BrowserTests.ConsentPageTests"; all unless it is set.
TESTS ?=
# Of make test-deep: its parts, such as PARTS="models builds"; of make package, PARTS="deb". All unless it is set.
PARTS ?=

.PHONY: help run test test-deep check bench soak package torture cluster cluster-test cluster-bench clean format monkeyjump whackacac oasis

help: ## What there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{ printf "  make %-13s %s\n", $$1, $$2 }'

run: ## Build, start the server on http://127.0.0.1:8080 with the demo games
	@scripts/setup run
	@scripts/wasmtime || echo "Without it uploaded simulators are not run; everything else works."
	@echo "Building. The first time takes 3 to 10 minutes on two processors, later ones seconds."
	@scripts/build --product laurel
	@exec .build/release/laurel serve --data $(DATA) --port $(PORT) --demo --log $(DATA)/laurel.log

monkeyjump: ## Build and play MonkeyJump in a window (OPTIONS="--help" lists its options)
whackacac: ## Build and play Whack-a-Cac in a window
oasis: ## Build and play Oasis in a window
monkeyjump whackacac oasis:
	@scripts/setup play
	@echo "Building. The first time takes 2 to 5 minutes on two processors, later ones seconds."
	@scripts/build --product $@
	@exec .build/release/$@ $(OPTIONS)

test: ## Set up and run everything that CI runs (TESTS="…" runs some)
	@scripts/test $(TESTS)

test-deep: ## What takes longer: random tests with many more seeds, every documented build, the benchmarks
	@scripts/test-deep $(PARTS)

check: ## Format, build, house rules: the quick part of make test
	@scripts/setup test
	@scripts/check

bench: ## Measure, beside nginx, Redis, PostgreSQL and SQLite, in one run (OPTIONS="--help" lists its options)
	@scripts/setup bench
	@Benchmarks/run $(OPTIONS)

soak: ## An hour of mixed traffic: memory, descriptors and times have to stay flat (OPTIONS="--minutes 5")
	@scripts/setup bench
	@Benchmarks/soak $(OPTIONS)

package: ## Make packages of the server and of the games, in artifacts/ (PARTS="deb games" makes some)
	@scripts/package $(PARTS)

cluster: ## Start a cluster to try: three nodes, PostgreSQL with two standbys, a proxy
	@scripts/setup cluster
	@scripts/build --product laurel
	@PORT=$(PORT) exec scripts/cluster up

torture: ## Hurt one server in every way we know, and judge it: half an hour at most (OPTIONS="--help" lists its options)
	@scripts/torture $(OPTIONS)

cluster-test: ## Hurt a cluster under load for half an hour, and judge it (OPTIONS="--help" lists its options)
	@scripts/cluster-test $(OPTIONS)

cluster-bench: ## Measure a cluster on this machine, beside nginx: some minutes
	@scripts/cluster-bench

format: ## Rewrite the sources in the house format
	@swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Fuzz Plugins Web

clean: ## Remove what was built (never the data)
	@rm -rf .build artifacts
