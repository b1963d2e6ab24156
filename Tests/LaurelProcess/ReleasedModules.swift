public import Foundation

/// The modules that were kept of a game's released versions, as they lie in the repository.
public struct ReleasedModules: Sendable {
    public let folder: URL

    /// - Parameter game: the folder of its page.
    public init(of game: String) {
        folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Web/site/play/\(game)/cores")
    }

    /// By version.
    public func all() throws -> [UInt16: [UInt8]] {
        var all: [UInt16: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".wasm") {
            guard let version = UInt16(name.dropLast(5)) else { continue }
            all[version] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        return all
    }

    /// What SHA256SUMS says: digests in hexadecimal, by version.
    public func sums() throws -> [UInt16: String] {
        let lines = try String(contentsOf: folder.appending(path: "SHA256SUMS"), encoding: .utf8).split(separator: "\n")
        var sums: [UInt16: String] = [:]
        for line in lines {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[1].hasSuffix(".wasm"), let version = UInt16(parts[1].dropLast(5)) else {
                continue
            }
            sums[version] = String(parts[0])
        }
        return sums
    }
}
