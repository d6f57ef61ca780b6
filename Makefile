# Tocsin: `make demo` shows what it does, `make test` proves it.

# Targets may import only what Package.swift says that they depend on.
FLAGS = --explicit-target-dependency-import-check error
RELEASE = $(FLAGS) -c release --static-swift-stdlib --product tocsin $(STATIC_FLAGS)
# Swift's runtime needs libstdc++ and libgcc. As archives they save a fifth of the start-up time and
# two dependencies; the linker takes the archive where it finds no shared library beside it.
STATIC = .build/static
STATIC_FLAGS = -Xlinker -L$(CURDIR)/$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc $(START_FLAGS)
# A third of the start-up time of `tocsin info` went into 47,000 relocations of a program that can stand
# at any address, and into looking symbols up among 5,000 that nobody asks a program for. So `tocsin`
# stands at one address; libraries, heap and stack are where the kernel puts them. The daemon, which runs
# for months, keeps its own at random. (Relocations could be packed, RELR: that needs glibc 2.36.)
START_FLAGS = -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic
FIXED_ADDRESS = -Xlinker --no-pie
TOCSIN = .build/release/tocsin
TOCSINCTL = .build/release/tocsinctl
TOCSIND = .build/release/tocsind
REMOTE = .build/release/tocsin-remote
GATEWAY = Gateway/.build/release/tocsin-gateway
# The Python with the gateway's clients.
CLIENTS = Gateway/.build/clients/bin/python
SECONDS = 60
PREFIX = /usr/local

.PHONY: demo demo-remote test test-root test-kills check-all build daemon remote install install-remote uninstall deb wheel dist check-packages sounds listen rules compatibility docs lint bench bench-gateway fuzz gateway install-gateway deb-gateway test-gateway center install-center deb-center test-center setup clean

# Its last part is the page of the box's owner, a package of its own: unoptimised, it is built in half the time.
demo: daemon
	@Scripts/demo $(TOCSIN) .build/demo
	@Scripts/demo-notifications $(TOCSIN) $(TOCSINCTL) $(TOCSIND) .build/demo/notifications
	swift build $(FLAGS) -Xcc -O2 --package-path Center --product tocsin-center
	@Scripts/demo-center $(TOCSINCTL) $(TOCSIND) Center/.build/debug/tocsin-center .build/demo/center

# A provider pushes to a box, over an engine and a gateway on the loopback.
demo-remote: remote
	@Scripts/setup gateway
	swift build $(FLAGS) -Xcc -O2 --package-path Gateway --product tocsin-gateway
	@Scripts/demo-remote $(TOCSIN) $(TOCSINCTL) $(TOCSIND) $(REMOTE) Gateway/.build/debug/tocsin-gateway \
	  Gateway/.build/clients .build/demo/remote

# As a release: in a debug build swift-argument-parser checks all commands at each start, and the tests
# start 2,500 programs. Unoptimised, without debug information, and with one run of the compiler
# for each module, not a second one for its interface. What computes is optimised all the same
# (Package.swift). The packages beside this one are built in the same folder, from what is built already.
# All C++ is theirs: two copies of BoringSSL, of which the tests need little.
TEST_FLAGS = $(FLAGS) -c release --scratch-path .build/tests \
  -debug-info-format none -Xswiftc -no-emit-module-separately-wmo -Xcxx -O0 \
  -Xswiftc -enable-testing -Xswiftc -Onone
TEST = TOCSIN_TESTS=1 Scripts/run-tests $(TEST_FLAGS)
# A package is built while the tests before it play in real time or wait for a browser.
BESIDE = BESIDE="$(if $(TEST_BUILT),:,swift build --build-tests $(TEST_FLAGS) --package-path $(1))"
# These tests play in real time, kill what does, or must not wait (an app in front answers within two
# seconds): they run by themselves.
REAL_TIME = ^(AlertPlaybackTests|FilesTests|NotificationDeliveryTests)\.|^tocsindTests\.(CutSound|LateServer|Sound|Witness)Tests|^UserNotificationsTests\.(Application|Mac)
# These wait for programs most of their time; the others compute, half of them these sounds.
DAEMON = ^tocsindTests\.
SOUNDS = ^(AlertSounds|tocsin)Tests\.
WAITING = ^(Desktop|RegionWatching|RemoteReceiving|UserNotifications|tocsinctl)Tests\.

PARTS = :: --filter '$(DAEMON)' --skip '$(REAL_TIME)' :: --filter '$(WAITING)' --skip '$(REAL_TIME)' \
  :: --filter '$(SOUNDS)' :: --skip '$(DAEMON)|$(WAITING)|$(SOUNDS)|$(REAL_TIME)' \
  ::: --filter '$(REAL_TIME)'

test:
	@Scripts/setup test
	@Scripts/setup center
	$(call BESIDE,Center) $(TEST) $(PARTS)
	TEST_BUILT=1 $(call BESIDE,Gateway) $(TEST) --package-path Center
	TEST_BUILT=1 $(TEST) --package-path Gateway :: --skip '[.]RunningTests/'

test-root:
	@Scripts/setup test
	$(TEST) $(PARTS)

# KILLS of the daemon, POWER_CUTS under the store and DAMAGED databases: so many.
test-kills:
	@Scripts/setup test
	$(TEST) :: --filter '[.]WitnessTests' ::: --filter '[.](PowerCut|DamagedDatabase)Tests'

# All that is checked, what takes long too; .ci/run is what each change must pass.
check-all:
	.ci/run all

build:
	@Scripts/setup build
	@mkdir -p $(STATIC)
	@ln -sf "$$(gcc -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	swift build $(RELEASE) $(FIXED_ADDRESS)

# The daemon that delivers, and the tool for notifications, one program, which answers to the name that
# it is called by.
daemon: build
	swift build $(subst --product tocsin,--product tocsind,$(RELEASE))
	ln -sf tocsind $(TOCSINCTL)

# The box's half of remote notifications; it is linked with libnats.
remote: daemon
	swift build $(subst --product tocsin,--product tocsin-remote,$(RELEASE))

# And that: beside what `make install` brings.
install-remote: remote
	Packaging/install $(REMOTE) $(PREFIX) $(DESTDIR)

# tocsin, its links afconvert, afinfo and afplay, tocsind with its link tocsinctl and its units, manual pages and
# completions.
install: daemon
	Packaging/install $(TOCSIN) $(PREFIX) $(DESTDIR)
	Packaging/install $(TOCSIND) $(PREFIX) $(DESTDIR)

uninstall:
	Packaging/install --remove $(PREFIX) $(DESTDIR)

# What a release consists of, in dist/: Debian packages, archives, a wheel, an SBOM, checksums.
dist: remote
	@Scripts/setup package
	Packaging/packages

deb: remote
	@Scripts/setup package
	Packaging/deb

wheel: build
	@Scripts/setup package
	Packaging/wheel

# That what is in dist/ installs, runs and is clean.
check-packages:
	@Scripts/setup package
	Scripts/check-packages

# Makes the shipped sounds again, from the script that synthesises them.
sounds: build
	mkdir -p .build/masters
	python3 sounds/synthesise.py .build/masters
	$(TOCSIN) convert --to caff:ima4 --output-dir sounds .build/masters/*.wav
	$(TOCSIN) validate --strict sounds/*.caf

# A page on which the shipped sounds can be compared, as they were and as IMA4 leaves them.
listen: build
	@Scripts/setup test
	mkdir -p .build/masters
	python3 sounds/synthesise.py .build/masters
	Scripts/listen $(TOCSIN) .build/listen .build/listen.html .build/masters/*.wav

# Makes the pages that are made from the rules.
rules: build
	$(TOCSIN) rules --markdown > Documentation/rules.md
	$(TOCSIN) rules --schema | python3 -m json.tool --no-ensure-ascii > Documentation/tocsin.schema.json

# Makes the pages on Apple's API from the lists that the tests compare with what was built.
compatibility:
	TOCSIN_WRITE_PAGES=1 swift test $(FLAGS) --filter 'UserNotificationsTests.(CompatibilityTests|RuleTests)'

# The pages of all libraries, with links between them, for any web server: .build-docs/site. A warning
# is an error. In a folder of its own: a build for the pages would make the next one compile all again.
LIBRARIES = ${shell grep -o ' library("[A-Za-z]*")' Package.swift | cut -d '"' -f 2 | grep -v '^C[A-Z]\|^TestSupport'}
docs:
	swift package $(FLAGS) --scratch-path .build-docs --allow-writing-to-directory .build-docs/site \
	  generate-documentation $(LIBRARIES:%=--target %) --enable-experimental-combined-documentation \
	  --warnings-as-errors --transform-for-static-hosting --output-path .build-docs/site

lint:
	swift format lint --strict -r Package.swift Examples Sources Snippets Tests Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Gateway/Package.swift Gateway/Sources Gateway/Tests Center/Package.swift Center/Sources Center/Tests
	Scripts/check-comments Sources
	Scripts/check-comments Gateway/Sources
	Scripts/check-comments Center/Sources
	Scripts/check-shown SECURITY.md Documentation/faults.md
	Scripts/check-counts
	Scripts/check-house . Gateway Center Fuzz Benchmarks
	Scripts/check-libraries Sources
	Scripts/check-logs Sources Gateway/Sources Center/Sources

bench: daemon
	@Scripts/setup bench
	TOCSIN=$(CURDIR)/$(TOCSIN) swift run -c release --package-path Benchmarks bench --readme Documentation/performance.md

fuzz:
	@Scripts/setup build
	Fuzz/run $(SECONDS)

# The gateway for remote notifications, a package of its own: NIO and BoringSSL take minutes to build.
gateway:
	@Scripts/setup gateway
	swift build $(FLAGS) -c release --static-swift-stdlib --package-path Gateway --product tocsin-gateway

install-gateway: gateway
	Packaging/install $(GATEWAY) $(PREFIX) $(DESTDIR)

# The Debian package tocsin-gateway, in dist/.
deb-gateway: gateway
	@Scripts/setup package
	Packaging/deb tocsin-gateway

# What pushes cost, how long 5,000 boxes take that come back at once, and how long a sound takes from
# the provider's POST; with both engines.
bench-gateway: gateway remote
	swift build $(FLAGS) -c release --static-swift-stdlib --package-path Gateway --product returning-boxes
	@for engine in /usr/sbin/nats-server .build/nats-server/nats-server; do \
	  Scripts/bench-gateway $(GATEWAY) $$engine $(CLIENTS) && \
	  Scripts/bench-return $(GATEWAY) Gateway/.build/release/returning-boxes $$engine $(CLIENTS) && \
	  Scripts/bench-first-frame $(GATEWAY) $$engine $(CLIENTS) $(TOCSINCTL) $(TOCSIND) $(REMOTE) || exit 1; done

# With real client libraries, both engines, and kills; TOCSIN_KILLS rounds of each kind (3).
test-gateway:
	@Scripts/setup gateway
	$(TEST) --package-path Gateway

# The page of the box's owner, a package of its own: it needs NIO.
center:
	@Scripts/setup center
	swift build $(FLAGS) -c release --static-swift-stdlib --package-path Center --product tocsin-center

install-center: center
	Packaging/install Center/.build/release/tocsin-center $(PREFIX) $(DESTDIR)

# The Debian package tocsin-center, in dist/.
deb-center: center
	@Scripts/setup package
	Packaging/deb tocsin-center

# With real HTTP, real deliveries and a real browser, a part of `make test`; TOCSIN_SCREENSHOTS=FOLDER keeps pictures.
test-center:
	@Scripts/setup center
	$(TEST) --package-path Center

setup:
	@Scripts/setup test

clean:
	rm -rf .build .build-* dist Benchmarks/.build Fuzz/.build Gateway/.build Center/.build
