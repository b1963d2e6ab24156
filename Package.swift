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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "laurel",
    products: [
        .executable(name: "laurel", targets: ["laurel"]),
        .library(name: "GameKit", targets: ["GameKit"]),
        .library(name: "GameCenterHelpers", targets: ["GameCenterHelpers"]),
    ],
    targets: [
        // Debian's C libraries: headers and one-line wrappers, nothing else.
        .target(name: "CLinux"),
        .systemLibrary(name: "CHTTPParser"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CGD"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),

        // What the service means.
        module("LaurelDomain"),
        module("Ranking", ["LaurelDomain"]),
        module("Storage", ["LaurelDomain"]),
        module("Service", ["LaurelDomain", "Storage", "Ranking"]),

        // The outside world.
        module("StorageSQLite", ["Storage", "LaurelDomain", "CSQLite"]),
        module("Images", ["CGD", "Storage"]),
        module("Cryptography", ["LaurelDomain", "CSodium", "CCrypto"]),
        module("Notifications", ["LaurelDomain", "Storage", "CCurl"]),
        module("HTTPServer", ["CLinux", "CHTTPParser", "CZlib"]),
        module("LaurelWire", ["LaurelDomain"]),
        module("API", ["HTTPServer", "LaurelWire", "Service", "LaurelDomain"]),

        // What a game builds: nothing of the server, no C library.
        module("LaurelClient", ["LaurelWire", "LaurelDomain"]),
        module("GameKit", ["LaurelClient", "LaurelWire", "LaurelDomain"]),
        // The classes of the tutorials. They speak the GameKit of their time, which Apple's SDK still has, deprecated.
        .target(
            name: "GameCenterHelpers", dependencies: ["GameKit"],
            swiftSettings: strict + [.treatWarning("DeprecatedDeclaration", as: .warning)]),

        // The games: cores without a host, in the Embedded subset of Swift.
        module("Arcade"),
        module("MonkeyJump", ["Arcade"]),
        module("WhackACac", ["Arcade"]),

        // The pages, with the games as WebAssembly. The plugin compiles Sources/MonkeyJumpWeb, the host in the browser.
        .executableTarget(name: "wasmbuild", swiftSettings: strict),
        .plugin(name: "WebGames", capability: .buildTool(), dependencies: ["wasmbuild"]),
        .target(
            name: "WebPages", path: "Web", resources: [.copy("site")], swiftSettings: strict, plugins: ["WebGames"]),

        // The composition root.
        .executableTarget(
            name: "laurel",
            dependencies: [
                "API", "Cryptography", "HTTPServer", "LaurelDomain", "LaurelWire", "Ranking", "Service", "Storage",
                "StorageSQLite", "Arcade", "MonkeyJump", "WebPages",
                "Images",
                "WhackACac",
                "Notifications",
                "LaurelClient",
            ],
            swiftSettings: strict),

        // Each target's own tests.
        tests("LaurelDomainTests", ["LaurelDomain"]),
        tests("RankingTests", ["Ranking", "LaurelDomain"]),
        tests("StorageTests", ["Storage", "StorageSQLite", "LaurelDomain", "CSQLite"]),
        tests("CryptographyTests", ["Cryptography", "LaurelDomain"]),
        tests(
            "NotificationsTests",
            ["Notifications", "Cryptography", "HTTPServer", "Storage", "StorageSQLite", "LaurelDomain", "Service"]),
        tests("ServiceTests", ["Service", "Cryptography", "Storage", "StorageSQLite", "Ranking", "LaurelDomain"]),
        tests("HTTPServerTests", ["HTTPServer", "CHTTPParser", "CLinux", "CZlib", "IdleStreams"]),
        tests("LaurelWireTests", ["LaurelWire", "LaurelDomain"]),
        tests(
            "APITests",
            [
                "API", "Cryptography", "HTTPServer", "LaurelDomain", "LaurelWire", "Ranking", "Service", "Storage",
                "StorageSQLite",
                "Images", "LaurelProcess", "CZlib",
            ]),
        .executableTarget(
            name: "APIBenchmark",
            dependencies: ["API", "Cryptography", "HTTPServer", "LaurelDomain", "LaurelWire", "Service", "Storage"],
            path: "Benchmarks/APIBenchmark", swiftSettings: strict),
        tests("ArcadeTests", ["Arcade"]),
        tests("WhackACacTests", ["WhackACac", "Arcade", "WebPages", "LaurelProcess"]),
        tests("MonkeyJumpTests", ["MonkeyJump", "Arcade", "WebPages", "LaurelProcess"]),
        tests("PagesTests", ["CZlib"]),
        tests("TidyTests", []),
        tests("LaurelClientTests", ["LaurelClient", "LaurelWire", "LaurelDomain"]),
        // Games of ten years call what Apple has deprecated since; the tests do too.
        .testTarget(
            name: "GameKitTests",
            dependencies: [
                "GameKit", "LaurelClient", "LaurelWire", "LaurelDomain", "LaurelProcess", "ScoreSender",
                "GameCenterHelpers",
            ],
            swiftSettings: strict + [.treatWarning("DeprecatedDeclaration", as: .warning)]),
        tests("ImagesTests", ["Images", "LaurelProcess", "CGD"]),

        // Whole programs: the server in a process of its own, pages in a real browser.
        .target(name: "LaurelProcess", path: "Tests/LaurelProcess", swiftSettings: strict),
        .executableTarget(
            name: "ScoreSender", dependencies: ["GameKit"], path: "Tests/ScoreSender",
            swiftSettings: strict),
        .executableTarget(
            name: "IdleStreams", dependencies: ["HTTPServer"], path: "Tests/IdleStreams", swiftSettings: strict),
        tests("ProcessTests", ["LaurelProcess"]),
        tests("BrowserTests", ["LaurelProcess", "HTTPServer"]),

        // Measurements; see Benchmarks/run.
        benchmark("RankingBenchmark", ["Ranking", "LaurelDomain"]),
        benchmark("HTTPBench", ["HTTPServer"]),
        benchmark(
            "ScorePathBenchmark", ["Service", "Storage", "StorageSQLite", "Ranking", "LaurelDomain"]),
        benchmark("LoadDriver", ["Cryptography", "CSQLite"]),
        benchmark(
            "NoticeBenchmark",
            ["API", "Cryptography", "HTTPServer", "LaurelDomain", "Service", "Storage", "StorageSQLite"]),
    ]
)
