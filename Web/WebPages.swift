public import Foundation

/// Where the pages are, and the games that they load.
///
/// The pages (`Web/site`) and the modules lie in one folder of resources beside the program, and are found there
/// wherever the two were moved. A server serves ``site`` as files, and the files of ``modules`` under their paths:
///
/// ```swift
/// let pages = try WebPages.find()
/// files.serve(folder: pages.site, at: "/")
/// for (path, file) in pages.modules { files.serve(file: file, at: path, type: "application/wasm") }
/// ```
/// A page asks for its module under the path here. A module must be sent as `application/wasm`, and its page with
/// `script-src 'self' 'wasm-unsafe-eval'`.
public struct WebPages: Sendable {
    /// The folder with `index.html`, `play/` and the rest.
    public let site: URL
    /// From the path of a URL to the file of the game behind it.
    public let modules: [String: URL]

    /// The folder that SwiftPM makes of this target's resources: package, target.
    public static let folderName = "laurel_LaurelWebPages.resources"
    /// Names another folder of resources, for a program that was installed apart from it.
    public static let folderVariable = "LAUREL_WEB"

    private static let moduleFiles = [
        "/play/monkeyjump/game.wasm": "monkeyjump.wasm", "/play/whackacac/game.wasm": "whackacac.wasm",
        "/play/oasis/game.wasm": "oasis.wasm",
    ]

    public enum Missing: Error, Hashable, Sendable, CustomStringConvertible {
        /// None of these folders has the pages.
        case folder([String])
        case module(String)

        public var description: String {
            switch self {
            case .folder(let places): "the pages are in none of: \(places.joined(separator: ", "))"
            case .module(let path): "the module for \(path) is not beside the pages: build again"
            }
        }
    }

    /// Looks in `LAUREL_WEB`; where that is not set, beside the program, and in `../share/laurel` of it.
    public static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Missing) -> WebPages {
        // What was named and is not there is an operator's mistake: other pages would hide it.
        let named = environment[folderVariable] ?? ""
        let places = named.isEmpty ? usualPlaces() : [URL(fileURLWithPath: named)]
        for place in places where isReadable(place.appendingPathComponent("site")) {
            return try WebPages(folder: place)
        }
        throw .folder(places.map(\.path))
    }

    /// - Parameter folder: holds `site` and the modules.
    public init(folder: URL) throws(Missing) {
        site = folder.appendingPathComponent("site")
        var modules: [String: URL] = [:]
        for (path, name) in Self.moduleFiles {
            let file = folder.appendingPathComponent(name)
            guard Self.isReadable(file) else { throw .module(path) }
            modules[path] = file
        }
        self.modules = modules
    }

    /// The modules of the released versions of a game's core, by version: `play/GAME/cores/VERSION.wasm`. They are
    /// served with the pages, and play the logs of their versions: docs/internals/cores.md.
    public func cores(of game: String) throws -> [UInt16: URL] {
        let folder = site.appendingPathComponent("play/\(game)/cores")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
        var cores: [UInt16: URL] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "wasm" {
            guard let version = UInt16(file.deletingPathExtension().lastPathComponent) else { continue }
            cores[version] = file
        }
        return cores
    }

    private static func usualPlaces() -> [URL] {
        programs().flatMap { program in
            let folder = program.deletingLastPathComponent()
            return [
                folder.appendingPathComponent(folderName),
                folder.appendingPathComponent("../share/laurel/\(folderName)").standardizedFileURL,
            ]
        }
    }

    /// The program as it was called and where it really lies, behind links.
    private static func programs() -> [URL] {
        guard let program = Bundle.main.executableURL else { return [] }
        return [program, program.resolvingSymlinksInPath()]
    }

    private static func isReadable(_ url: URL) -> Bool {
        FileManager.default.isReadableFile(atPath: url.path)
    }
}
