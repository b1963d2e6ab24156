import Foundation
import PackagePlugin

/// Gives a game's program the pictures of its page, so that they are drawn once and lie in one place: beside the
/// program after a build, as its resources.
@main
struct GameArt: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Web/site/play/\(target.name)/art")
        let pictures = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "svg" }
            .sorted { $0.path < $1.path }
        return pictures.map { picture in
            let copy = context.pluginWorkDirectoryURL.appending(path: picture.lastPathComponent)
            return .buildCommand(
                displayName: "Copying \(picture.lastPathComponent)", executable: URL(filePath: "/bin/cp"),
                arguments: [picture.path, copy.path], inputFiles: [picture], outputFiles: [copy])
        }
    }
}
