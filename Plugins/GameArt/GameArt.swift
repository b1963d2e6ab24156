import Foundation
import PackagePlugin

/// Gives a game's program the pictures and the texts of its page, so that they are made once: after a build they lie
/// beside the program, as its resources.
@main
struct GameArt: BuildToolPlugin {
    /// Art that a game has from the others.
    private static let borrowed = [
        "oasis": [
            "monkeyjump/art/monkey-head.svg", "monkeyjump/art/frog-sit.svg", "whackacac/art/cactus-small.svg",
            "whackacac/art/owl.svg",
        ]
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let site = context.package.directoryURL.appending(path: "Web/site")
        func copying(_ file: URL, as name: String) -> Command {
            let copy = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Copying \(name)", executable: URL(filePath: "/bin/cp"),
                arguments: [file.path, copy.path], inputFiles: [file], outputFiles: [copy])
        }
        let folder = site.appending(path: "play/\(target.name)/art")
        let pictures =
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "svg" }
            .sorted { $0.path < $1.path }
            + (Self.borrowed[target.name] ?? []).map { site.appending(path: "play/\($0)") }
        let texts = ["games", "refusals", target.name].flatMap { area in
            ["en.js", "zh-Hans.js"].map { name in
                copying(site.appending(path: "i18n/\(area)/\(name)"), as: "\(area).\(name)")
            }
        }
        return pictures.map { copying($0, as: $0.lastPathComponent) } + texts
    }
}
