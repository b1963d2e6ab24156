import Foundation

/// Builds one WebAssembly module out of Embedded Swift and a freestanding C runtime, with the tools it is given.
///
/// ```
/// wasmbuild --swiftc PATH --clang PATH --wasm-ld PATH --sources DIR --work DIR --output FILE --runtime NAME
///     MODULE=FOLDER…
/// ```
/// Each module is made of a folder under the sources, and may import those before it.
@main
struct WasmBuild {
    static func main() {
        do {
            try Build(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            FileHandle.standardError.write(Data("wasmbuild: error: \(error)\n".utf8))
            exit(1)
        }
    }
}

enum Failure: Error, CustomStringConvertible {
    case missing(String)
    case noSources(String)
    case tool(String, Int32)

    var description: String {
        switch self {
        case .missing(let option): "\(option) is missing"
        case .noSources(let folder): "no sources in \(folder)"
        case .tool(let tool, let status): "\(tool) ended with status \(status)"
        }
    }
}

struct Build {
    private let swiftc, clang, linker, sources, work, output, runtime: String
    private let modules: [(name: String, folder: String)]

    private static let target = "wasm32-unknown-none-wasm"
    private static let swiftFlags = [
        "-target", target, "-swift-version", "6", "-wmo", "-Osize", "-parse-as-library",
        "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "InternalImportsByDefault", "-warnings-as-errors",
        "-Xfrontend", "-disable-stack-protector", "-Xfrontend", "-function-sections",
    ]
    private static let clangFlags = [
        "--target=\(target)", "-Os", "-Wall", "-Werror", "-ffreestanding", "-fno-builtin",
    ]
    // No --allow-undefined: a missing symbol is to be found here, not by a player's browser.
    private static let linkerFlags = [
        "--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", "stack-size=262144", "--stack-first",
    ]

    /// - Throws: ``Failure/missing(_:)`` for the first option that is not there.
    init(arguments: [String]) throws {
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let option = rest.first, option.hasPrefix("--"), rest.count > 1 {
            options[option] = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
        }
        func value(_ option: String) throws -> String {
            guard let value = options[option] else { throw Failure.missing(option) }
            return value
        }
        swiftc = try value("--swiftc")
        clang = try value("--clang")
        linker = try value("--wasm-ld")
        sources = try value("--sources")
        work = try value("--work")
        output = try value("--output")
        runtime = try value("--runtime")
        modules = try rest.map { argument in
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Failure.missing("the folder of \(argument)") }
            return (parts[0], parts[1])
        }
        if modules.isEmpty { throw Failure.missing("a module") }
    }

    /// Builds the module unless it is already the one that these sources, flags and tools make. SwiftPM links this tool
    /// anew whenever it plans a build, and then asks for the modules again, which takes half a minute.
    func run() throws {
        let stamp = "\(output).made-of"
        let ingredients = try ingredients()
        if FileManager.default.fileExists(atPath: output), FileManager.default.contents(atPath: stamp) == ingredients {
            return
        }
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
        var objects: [String] = []
        for (module, folder) in modules { objects.append(try compile(module, folder)) }
        objects += try compileRuntime()
        try call(linker, Self.linkerFlags + objects + ["-o", output])
        try ingredients.write(to: URL(fileURLWithPath: stamp))
    }

    /// All that the module depends on: flags, tools and sources, the latter as they are.
    private func ingredients() throws -> Data {
        var all = Data()
        let names = modules.map { "\($0.name)=\($0.folder)" }
        let words = Self.swiftFlags + Self.clangFlags + Self.linkerFlags + names + [work]
        all += Data(words.joined(separator: "\n").utf8)
        for tool in [swiftc, clang, linker] {
            let facts = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: tool).resolvingSymlinksInPath().path)
            all += Data("\(tool) \(facts[.size] ?? "") \(facts[.modificationDate] ?? "")\n".utf8)
        }
        let headers = try files(in: runtime, suffix: ".h") + files(in: runtime, suffix: ".c")
        for file in try modules.flatMap({ try files(in: $0.folder, suffix: ".swift") }) + headers {
            guard let bytes = FileManager.default.contents(atPath: file) else { throw Failure.noSources(file) }
            all += Data("\(file) \(bytes.count)\n".utf8) + bytes
        }
        return all
    }

    private func compile(_ module: String, _ folder: String) throws -> String {
        let object = "\(work)/\(module).o"
        try call(
            swiftc,
            Self.swiftFlags + [
                "-module-name", module, "-emit-module", "-emit-module-path", "\(work)/\(module).swiftmodule",
                "-I", work, "-I", "\(sources)/\(runtime)/include", "-c", "-o", object,
            ] + files(in: folder, suffix: ".swift"))
        return object
    }

    private func compileRuntime() throws -> [String] {
        try files(in: runtime, suffix: ".c").enumerated().map { index, source in
            let object = "\(work)/\(runtime)-\(index).o"
            try call(
                clang, Self.clangFlags + ["-c", source, "-I", "\(sources)/\(runtime)/include", "-o", object])
            return object
        }
    }

    private func files(in folder: String, suffix: String) throws -> [String] {
        let found = try FileManager.default.subpathsOfDirectory(atPath: "\(sources)/\(folder)")
            .filter { $0.hasSuffix(suffix) }.sorted()
        if found.isEmpty { throw Failure.noSources(folder) }
        return found.map { "\(sources)/\(folder)/\($0)" }
    }

    private func call(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.tool(tool, process.terminationStatus) }
    }
}
