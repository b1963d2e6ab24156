import Foundation
import LaurelHTTPServer

/// The files of the pages, read once.
enum WebFiles {
    static func read(_ folder: URL) throws -> [String: [UInt8]] { try Folder.read(folder.path) }

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}
