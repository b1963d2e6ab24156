// swift-tools-version: 6.2
import PackageDescription

/// Language settings of every target. No `unsafeFlags`: a package that uses them cannot be depended on.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A target of ours. What it may import is a promise, held by Tests/TidyTests.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A target that nobody but us builds. SwiftPM wants target names unique over all packages of a build, those included
/// that a game never builds: so each has a prefix, and its folder has none. scripts/consumer holds it.
func inner(
    _ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/" + name.dropFirst("Laurel".count),
        swiftSettings: strict, plugins: plugins)
}

/// A game in a window. Its pictures are those of the pages: the plugin brings them.
func desktop(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["LaurelDesktop", "LaurelArcade"], path: "Sources/\(folder)",
        swiftSettings: strict, plugins: ["GameArt"])
}

/// What tests are compiled with, besides: the build is an optimised one (scripts/build), and to optimise the tests
/// themselves doubles its time. A test says where it failed without debugging information, which the frontend alone can
/// be told: SwiftPM says -g after these. The driver would read each module twice, once to write its interface early,
/// which nothing waits for. A consumer never builds tests, so that these unsafe flags do not keep anybody from depending
/// on this package.
let unoptimised: [SwiftSetting] = [
    .unsafeFlags(["-Onone", "-Xfrontend", "-gnone", "-no-emit-module-separately-wmo"])
]

/// - Parameter areOptimised: for tests that do much work of their own, such as a slow model of a fast structure.
func tests(_ name: String, _ dependencies: [Target.Dependency], areOptimised: Bool = false) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, swiftSettings: strict + (areOptimised ? [] : unoptimised))
}

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "laurel",
    products: [
        .executable(name: "laurel", targets: ["laurel"]),
        .executable(name: "monkeyjump", targets: ["monkeyjump"]),
        .executable(name: "whackacac", targets: ["whackacac"]),
        .executable(name: "oasis", targets: ["oasis"]),
        // Of a library without a type, `swift build --product GameKit` would build everything, SDL and all. A game links
        // the same objects either way.
        .library(name: "GameKit", type: .static, targets: ["GameKit"]),
        .library(name: "GameCenterHelpers", type: .static, targets: ["GameCenterHelpers"]),
    ],
    targets: [
        // Debian's C libraries: headers and one-line wrappers, nothing else.
        .target(name: "CLaurelLinux", path: "Sources/CLinux"),
        .systemLibrary(name: "CLaurelHTTPParser", path: "Sources/CHTTPParser"),
        .systemLibrary(name: "CLaurelZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CLaurelSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CLaurelPostgres", path: "Sources/CPostgres", pkgConfig: "libpq"),
        .systemLibrary(name: "CLaurelSodium", path: "Sources/CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CLaurelCrypto", path: "Sources/CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CLaurelTLS", path: "Sources/CTLS", pkgConfig: "libssl"),
        .systemLibrary(name: "CLaurelNGHTTP2", path: "Sources/CNGHTTP2", pkgConfig: "libnghttp2"),
        .systemLibrary(name: "CLaurelGD", path: "Sources/CGD"),
        .systemLibrary(name: "CLaurelFreeType", path: "Sources/CFreeType", pkgConfig: "freetype2"),
        .systemLibrary(name: "CLaurelQREncode", path: "Sources/CQREncode", pkgConfig: "libqrencode"),
        .systemLibrary(name: "CLaurelCurl", path: "Sources/CCurl", pkgConfig: "libcurl"),

        // What the service means.
        module("LaurelDomain"),
        inner("LaurelRanking", ["LaurelDomain"]),
        // Turn-based matches: what happens, as values.
        inner("LaurelMatches", ["LaurelDomain"]),
        inner("LaurelStorage", ["LaurelDomain", "LaurelMatches", "LaurelCryptography"]),
        // The path of scores: the published state, and the one writer that changes it.
        inner("LaurelScores", ["LaurelDomain", "LaurelMatches", "LaurelStorage", "LaurelRanking"]),
        inner(
            "LaurelService", ["LaurelScores", "LaurelDomain", "LaurelMatches", "LaurelStorage", "LaurelRanking"],
            plugins: ["CommonPasswords"]),
        .plugin(name: "CommonPasswords", capability: .buildTool()),

        // Processes of their own for what may be hostile. CWasmtime is C of ours: it opens wasmtime's library, which is
        // not there at build time.
        .target(name: "CLaurelWasmtime", path: "Sources/CWasmtime"),
        inner("LaurelHelperProcess", ["CLaurelLinux"]),
        inner("LaurelSimulators", ["CLaurelWasmtime", "LaurelHelperProcess", "LaurelDomain", "LaurelStorage"]),

        // The outside world.
        inner("LaurelStorageSQL", ["LaurelStorage", "LaurelMatches", "LaurelDomain"]),
        inner("LaurelStorageSQLite", ["LaurelStorageSQL", "LaurelStorage", "LaurelDomain", "CLaurelSQLite"]),
        // Several servers over one store: who owns it, and how the others reach the owner.
        inner("LaurelCluster", ["LaurelDomain"]),
        inner("LaurelForwarding", ["LaurelHTTPServer", "CLaurelCurl"]),
        inner(
            "LaurelStoragePostgres",
            ["LaurelStorageSQL", "LaurelStorage", "LaurelCluster", "LaurelDomain", "CLaurelPostgres"]),
        inner(
            "LaurelImages",
            [
                "CLaurelGD", "CLaurelFreeType", "CLaurelQREncode", "LaurelHelperProcess", "LaurelDomain",
                "LaurelStorage",
            ]),
        inner("LaurelCryptography", ["LaurelDomain", "CLaurelSodium", "CLaurelCrypto"]),
        inner("LaurelNotifications", ["LaurelDomain", "LaurelStorage", "CLaurelCurl"]),
        // Others whom players sign in with: what they say, and what of it is believed.
        inner("LaurelProviders", ["LaurelService", "LaurelCryptography", "LaurelWire", "LaurelDomain"]),
        inner(
            "LaurelHTTPServer",
            ["CLaurelLinux", "CLaurelHTTPParser", "CLaurelNGHTTP2", "CLaurelZlib", "CLaurelTLS"]),
        module("LaurelWire", ["LaurelDomain"]),
        inner(
            "LaurelAPI",
            ["LaurelHTTPServer", "LaurelWire", "LaurelService", "LaurelScores", "LaurelMatches", "LaurelDomain"]),
        // How the parts of a server are put together: the same for what ships, its tests and its benchmarks.
        inner(
            "LaurelComposition",
            [
                "LaurelAPI", "LaurelCryptography", "LaurelImages", "LaurelMatches", "LaurelOasis", "LaurelReplays",
                "LaurelSimulators", "LaurelService", "LaurelScores", "LaurelStorage", "LaurelDomain",
            ]),

        // What a game builds: nothing of the server, no C library.
        module("LaurelClient", ["LaurelWire", "LaurelDomain"]),
        module("GameKit", ["LaurelClient", "LaurelWire", "LaurelDomain"]),
        // The classes of the tutorials. They speak the GameKit of their time, which Apple's SDK still has, deprecated.
        .target(
            name: "GameCenterHelpers", dependencies: ["GameKit"],
            swiftSettings: strict + [.treatWarning("DeprecatedDeclaration", as: .warning)]),

        // The games: cores without a host, in the Embedded subset of Swift.
        inner("LaurelArcade"),
        inner("LaurelMonkeyJump", ["LaurelArcade"]),
        inner("LaurelWhackACac", ["LaurelArcade"]),
        inner("LaurelOasis", ["LaurelArcade"]),

        // What plays logs of games again. No host, no score path: it is given bytes and answers with a run.
        inner(
            "LaurelReplays",
            [
                "LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac", "LaurelDomain", "LaurelStorage",
                "LaurelHelperProcess", "LaurelSimulators",
            ]),
        // The games in a window, by SDL. What they draw comes with them as resources.
        .systemLibrary(name: "CLaurelSDL", path: "Sources/CSDL"),
        inner("LaurelDesktop", ["LaurelArcade", "GameKit", "GameCenterHelpers", "CLaurelSDL"]),
        .plugin(name: "GameArt", capability: .buildTool()),
        desktop("monkeyjump", "MonkeyJumpDesktop", ["LaurelMonkeyJump"]),
        desktop("whackacac", "WhackACacDesktop", ["LaurelWhackACac"]),
        desktop("oasis", "OasisDesktop", ["LaurelOasis", "GameKit", "GameCenterHelpers"]),

        // The pages, with the games as WebAssembly. The plugin compiles Sources/MonkeyJumpWeb, the host in the browser.
        .executableTarget(name: "wasmbuild", swiftSettings: strict),
        .plugin(name: "WebGames", capability: .buildTool(), dependencies: ["wasmbuild"]),
        .target(
            name: "LaurelWebPages", path: "Web", resources: [.copy("site")], swiftSettings: strict,
            plugins: ["WebGames"]),

        // The composition root.
        .executableTarget(
            name: "laurel",
            dependencies: [
                "CLaurelLinux", "LaurelAPI", "LaurelArcade", "LaurelClient", "LaurelCluster", "LaurelComposition",
                "LaurelCryptography", "LaurelDomain", "LaurelForwarding", "LaurelHTTPServer", "LaurelImages",
                "LaurelMonkeyJump", "LaurelNotifications", "LaurelOasis", "LaurelProviders", "LaurelReplays",
                "LaurelScores", "LaurelService", "LaurelSimulators", "LaurelStorage", "LaurelStoragePostgres",
                "LaurelStorageSQL", "LaurelStorageSQLite", "LaurelWebPages", "LaurelWhackACac", "LaurelWire",
            ],
            swiftSettings: strict),

        // What tests of several targets need.
        .target(name: "LaurelTestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "LaurelTestStores", dependencies: ["LaurelStorageSQLite", "LaurelStorage", "LaurelTestSupport"],
            path: "Tests/TestStores", swiftSettings: strict),
        .target(
            name: "LaurelTestSockets", dependencies: ["LaurelHTTPServer", "CLaurelTLS"], path: "Tests/TestSockets",
            swiftSettings: strict),
        .target(
            name: "LaurelTestRuns", dependencies: ["LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac"],
            path: "Tests/TestRuns", swiftSettings: strict),
        // The rules of turn-based matches once more, slow and plain, for what is held against them.
        .target(
            name: "LaurelTestMatches", dependencies: ["LaurelMatches", "LaurelDomain", "LaurelTestSupport"],
            path: "Tests/TestMatches", swiftSettings: strict),
        // A disk for SQLite that loses what was not synced, tears, fails and fills up.
        .target(
            name: "CLaurelTortureVFS", dependencies: ["CLaurelSQLite"], path: "Tests/CTortureVFS",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        // Each target's own tests.
        tests("LaurelDomainTests", ["LaurelDomain", "LaurelTestSupport"]),
        tests("RankingTests", ["LaurelRanking", "LaurelDomain", "LaurelTestSupport"], areOptimised: true),
        tests(
            "MatchesTests", ["LaurelMatches", "LaurelDomain", "LaurelTestMatches", "LaurelTestSupport"],
            areOptimised: true),
        tests(
            "StorageTests",
            [
                "LaurelStorage", "LaurelStorageSQL", "LaurelStorageSQLite", "LaurelStoragePostgres", "LaurelCluster",
                "LaurelMatches", "LaurelDomain", "CLaurelSQLite", "LaurelTestSupport", "LaurelTestStores",
            ]),
        tests("CryptographyTests", ["LaurelCryptography", "LaurelDomain"]),
        tests(
            "ProvidersTests",
            ["LaurelProviders", "LaurelCryptography", "LaurelService", "LaurelWire", "LaurelDomain"]),
        tests(
            "NotificationsTests",
            [
                "LaurelNotifications", "LaurelCryptography", "LaurelHTTPServer", "LaurelStorage", "LaurelStorageSQLite",
                "LaurelDomain", "LaurelTestStores",
            ]),
        tests(
            "ServiceTests",
            [
                "LaurelService", "LaurelScores", "LaurelCryptography", "LaurelStorage", "LaurelStorageSQL",
                "LaurelStorageSQLite", "LaurelMatches", "LaurelDomain", "LaurelTestMatches", "LaurelTestSupport",
                "LaurelTestStores",
            ]),
        tests(
            "TortureTests",
            [
                "CLaurelTortureVFS", "LaurelService", "LaurelScores", "LaurelStorage", "LaurelStorageSQLite",
                "LaurelMatches", "LaurelDomain", "LaurelTestMatches", "LaurelTestSupport", "LaurelTestStores",
                "LaurelProcess",
            ],
            areOptimised: true),
        tests(
            "HTTPServerTests",
            [
                "LaurelHTTPServer", "CLaurelHTTPParser", "CLaurelLinux", "CLaurelNGHTTP2", "CLaurelZlib", "IdleStreams",
                "LaurelTestSockets", "LaurelTestSupport",
            ]),
        tests("ClusterTests", ["LaurelCluster", "LaurelDomain", "LaurelTestSupport"], areOptimised: true),
        tests(
            "ForwardingTests", ["LaurelForwarding", "LaurelHTTPServer", "LaurelTestSockets", "LaurelTestSupport"]),
        tests("LaurelWireTests", ["LaurelWire", "LaurelDomain", "LaurelTestSupport"]),
        tests(
            "APITests",
            [
                "LaurelAPI", "LaurelComposition", "LaurelCryptography", "LaurelHTTPServer", "LaurelDomain",
                "LaurelWire", "LaurelService", "LaurelScores", "LaurelStorage", "LaurelStorageSQLite", "LaurelImages",
                "LaurelProcess", "CLaurelZlib", "LaurelReplays", "LaurelArcade", "LaurelMonkeyJump", "LaurelMatches",
                "LaurelOasis", "LaurelSimulators", "LaurelHelperProcess", "SimulatorHost", "LaurelTestSupport",
            ]),
        tests(
            "ArcadeTests", ["LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac", "LaurelTestSupport"],
            areOptimised: true),
        tests(
            "WhackACacTests",
            ["LaurelWhackACac", "LaurelArcade", "LaurelWebPages", "LaurelProcess", "LaurelTestSupport"],
            areOptimised: true),
        tests(
            "MonkeyJumpTests",
            ["LaurelMonkeyJump", "LaurelArcade", "LaurelWebPages", "LaurelProcess", "LaurelTestSupport"],
            areOptimised: true),
        tests(
            "OasisTests", ["LaurelOasis", "LaurelArcade", "LaurelWebPages", "LaurelProcess", "LaurelTestSupport"],
            areOptimised: true),
        tests(
            "PagesTests",
            ["CLaurelZlib", "LaurelWebPages", "LaurelWire", "LaurelDomain", "LaurelProcess", "LaurelTestSupport"]),
        tests("TidyTests", []),
        tests("LaurelClientTests", ["LaurelClient", "LaurelWire", "LaurelDomain", "LaurelTestSupport"]),
        // Games of ten years call what Apple has deprecated since; the tests do too.
        .testTarget(
            name: "GameKitTests",
            dependencies: [
                "GameKit", "LaurelClient", "LaurelWire", "LaurelDomain", "LaurelProcess", "ScoreSender",
                "GameCenterHelpers", "LaurelArcade", "LaurelWhackACac", "LaurelTestSupport",
            ],
            exclude: ["Members/members.tsv"],
            swiftSettings: strict + unoptimised + [.treatWarning("DeprecatedDeclaration", as: .warning)]),
        tests("ImagesTests", ["LaurelImages", "LaurelDomain", "LaurelProcess", "LaurelTestSupport", "CLaurelGD"]),

        // Modules of C, which the toolchain's clang compiles, in helper processes of a program that does nothing else.
        .executableTarget(
            name: "SimulatorHost", dependencies: ["LaurelSimulators", "LaurelHelperProcess"],
            path: "Tests/SimulatorHost", swiftSettings: strict),
        tests(
            "SimulatorsTests",
            [
                "LaurelHelperProcess", "LaurelSimulators", "LaurelStorage", "LaurelDomain", "LaurelProcess",
                "LaurelTestSupport", "SimulatorHost",
            ]),

        // The present cores against the modules of the released ones.
        tests(
            "ReplaysTests",
            [
                "LaurelReplays", "LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac", "LaurelSimulators",
                "LaurelHelperProcess", "LaurelDomain", "LaurelCryptography", "LaurelStorage", "LaurelWebPages",
                "LaurelProcess", "SimulatorHost",
            ],
            areOptimised: true),

        // Whole programs: the server in a process of its own, pages in a real browser.
        .target(
            name: "LaurelProcess", dependencies: ["LaurelTestSupport"], path: "Tests/LaurelProcess",
            swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "ScoreSender", dependencies: ["GameKit"], path: "Tests/ScoreSender",
            swiftSettings: strict),
        .executableTarget(
            name: "ChallengePlayer", dependencies: ["GameKit"], path: "Tests/ChallengePlayer",
            swiftSettings: strict),
        .executableTarget(
            name: "IdleStreams", dependencies: ["LaurelHTTPServer"], path: "Tests/IdleStreams", swiftSettings: strict),
        tests("ProcessTests", ["LaurelProcess", "LaurelTestSupport"]),
        tests("DesktopTests", ["LaurelProcess", "LaurelTestRuns"]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "LaurelProcess", "LaurelTestSupport", "LaurelTestRuns", "LaurelHTTPServer", "LaurelDomain",
                "ChallengePlayer",
            ],
            exclude: ["Accessibility.js"], swiftSettings: strict + unoptimised),

        // Measurements; see Benchmarks/run.
        benchmark("RankingBenchmark", ["LaurelRanking", "LaurelDomain"]),
        // Fixed work for scripts/instruction-counts.
        .target(name: "CLaurelInstructionCounts", path: "Benchmarks/CInstructionCounts"),
        benchmark(
            "InstructionCounts",
            [
                "CLaurelInstructionCounts", "LaurelAPI", "LaurelComposition", "LaurelHTTPServer", "LaurelRanking",
                "LaurelScores", "LaurelService", "LaurelStorage", "LaurelStorageSQLite", "LaurelWire", "LaurelDomain",
            ]),
        benchmark("LeaseBenchmark", ["LaurelStoragePostgres", "LaurelCluster"]),
        benchmark("ClusterModel", ["LaurelRanking", "LaurelDomain"]),
        benchmark("HTTPBench", ["LaurelHTTPServer"]),
        benchmark("GameBenchmark", ["LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac"]),
        benchmark(
            "ScorePathBenchmark",
            ["LaurelService", "LaurelScores", "LaurelStorage", "LaurelStorageSQLite", "LaurelDomain"]),
        benchmark("ClientBenchmark", ["GameKit"]),
        benchmark("LoadDriver", ["LaurelCryptography", "CLaurelSQLite"]),
        benchmark(
            "NoticeBenchmark",
            [
                "LaurelAPI", "LaurelComposition", "LaurelCryptography", "LaurelHTTPServer", "LaurelDomain",
                "LaurelScores", "LaurelService", "LaurelStorage", "LaurelStorageSQLite",
            ]),
    ]
)

// SwiftPM compiles the plugins of every package in a build, and their tools, whether anybody needs them. A game that
// depends on this package has it in one of these folders, and gets what it can use alone. scripts/consumer holds it.
if ["/.build/checkouts/", "/SourcePackages/checkouts/"].contains(where: { Context.packageDirectory.contains($0) }) {
    let useful = ["LaurelDomain", "LaurelWire", "LaurelClient", "GameKit", "GameCenterHelpers"]
    package.products.removeAll { !useful.contains($0.name) }
    package.targets.removeAll { !useful.contains($0.name) }
}
