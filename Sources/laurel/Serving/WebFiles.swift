import Foundation
import LaurelHTTPServer
import LaurelWebPages

/// The files of the pages, read once.
enum WebFiles {
    /// As they are served: compressed forms, tags and hashes are made of these bytes.
    static func served(_ folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (path, bytes) in try Folder.read(folder.path) { files[path] = ServedSource.bytes(bytes, at: path) }
        return files
    }

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}
