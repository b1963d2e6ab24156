import Foundation
import PackagePlugin

/// Makes the games' WebAssembly modules part of plain `swift build`.
///
/// Each module depends on every source that goes into it and on the tool that builds it, so a changed source, and
/// nothing else, builds it again. The compiler and the linkers are those of the toolchain that runs the build:
/// SwiftPM is asked for them by name.
@main
struct WebGames: BuildToolPlugin {
    /// A WebAssembly file's name, and the folders under Sources it is made of, in the order in which they import each
    /// other.
    private static let games = [
        (output: "monkeyjump.wasm", folders: ["Arcade", "MonkeyJump", "MonkeyJumpWeb"]),
        (output: "whackacac.wasm", folders: ["Arcade", "WhackACac", "WhackACacWeb"]),
        (output: "oasis.wasm", folders: ["Arcade", "Oasis", "OasisWeb"]),
    ]
    /// What every module is linked with: C, freestanding.
    private static let runtime = "CWasmRuntime"

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources")
        return try Self.games.map { game in
            let output = context.pluginWorkDirectoryURL.appending(path: game.output)
            let inputs = try (game.folders + [Self.runtime]).flatMap { try Self.files(in: sources.appending(path: $0)) }
            return .buildCommand(
                displayName: "Building \(game.output)",
                executable: try context.tool(named: "wasmbuild").url,
                arguments: [
                    "--swiftc", try context.tool(named: "swiftc").url.path,
                    "--clang", try context.tool(named: "clang").url.path,
                    "--wasm-ld", try context.tool(named: "wasm-ld").url.path,
                    "--sources", sources.path,
                    "--work", context.pluginWorkDirectoryURL.appending(path: game.folders[1]).path,
                    "--output", output.path,
                    "--runtime", Self.runtime,
                ] + game.folders.map { "Laurel\($0)=\($0)" },
                inputFiles: inputs,
                outputFiles: [output])
        }
    }

    private static func files(in folder: URL) throws -> [URL] {
        guard let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return found.compactMap { $0 as? URL }
            .filter { ["swift", "c", "h"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }
}
