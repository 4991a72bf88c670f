# whodunit for projects that erlang.mk builds. In a Makefile, after `include erlang.mk`:
#
#     include whodunit.mk
#
# `make whodunit` runs the tests. `make whodunit-ask n=2` asks about the second of those that fail.

WHODUNIT ?= whodunit
WHODUNIT_OPTS ?=
n ?= 1

.PHONY: whodunit whodunit-ask

# erlang.mk knows how to fetch what tests need.
ifdef ERLANG_MK_VERSION
whodunit whodunit-ask: test-deps
endif

whodunit:
	@$(WHODUNIT) test $(WHODUNIT_OPTS) .

whodunit-ask:
	@$(WHODUNIT) test $(WHODUNIT_OPTS) --ask $(n) .
