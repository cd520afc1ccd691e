# Two commands do all the set-up on a fresh Debian 12, as root or with sudo:
#   make run    builds the programs, starts a relay, an edge and a shell agent, and says how to watch
#   make test   builds with sanitizers and passes every test
# make test-host, as root, adds what needs a machine of its own: one whose clock is set.
# make soak runs for longer what test runs for a moment: load while parts of the relay stall, random fates,
# starts on a long history.
# make bench measures the release build beside its floors, and writes tests/bench/README.md: some minutes on
# a machine that does nothing else.
SHELL := /bin/bash
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
JOBS ?= $(shell nproc)

.PHONY: run test test-host soak bench packages build asan tsan layout agents tidy format clean

run: build
	@tests/agents/run.sh build/release/bin

test: packages format-check layout asan tsan agents
	@echo "all tests passed"

test-host: build
	tests/host/machine.sh build/release/bin tests/host/*.test.mjs

soak: packages
	cmake --preset asan
	cmake --build --preset asan -j $(JOBS) --target collie collie-relay collie-edge write_path_test relay_watch_test relay_store_test edge_store_test
	COLLIE_BIN=build/asan/bin COLLIE_SOAK=1 node --test tests/e2e/stalls.test.mjs
	COLLIE_SEEDS=20000 build/asan/bin/write_path_test
	COLLIE_SEEDS=10000 build/asan/bin/relay_watch_test --gtest_filter='WatchPropertyTest.*'
	COLLIE_HISTORY=4000000 build/asan/bin/relay_store_test --gtest_filter='StartTimeTest.*'
	COLLIE_HISTORY=4000000 build/asan/bin/edge_store_test --gtest_filter='EdgeStartTimeTest.*'

bench: build
	cmake --build --preset release -j $(JOBS) --target collie-bench
	build/release/bin/collie-bench --json build/release/bench.json --report tests/bench

# What .ci/packages.txt names, installed where it is missing.
packages:
	@.ci/install-packages $(SUDO)

build: packages
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target collie collie-relay collie-edge

asan: packages
	cmake --preset asan
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS)

tsan: packages
	cmake --preset tsan
	cmake --build --preset tsan -j $(JOBS) --target tsan_tests
	ctest --preset tsan -j $(JOBS)

agents: packages
	node --test tests/agents/*.test.mjs

layout:
	tests/layout/check.sh

format:
	git ls-files -co --exclude-standard '*.cc' '*.h' | xargs clang-format -i

format-check: packages
	git ls-files '*.cc' '*.h' | xargs clang-format --dry-run --Werror

# The checks of .clang-tidy, over everything: slower than the rest together, so it is no part of test.
tidy: packages
	cmake --preset debug
	cmake --build --preset debug -j $(JOBS) --target collie_protos collie_services
	run-clang-tidy -quiet -p build/debug '/(crew|edge|relay)/.*\.cc$$'

clean:
	rm -rf build
