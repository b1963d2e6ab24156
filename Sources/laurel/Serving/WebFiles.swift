import Foundation

/// The files of the pages, read once.
enum WebFiles {
    static func read(_ folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let url = folder.appending(path: path)
            let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
            guard !isHidden, try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                continue
            }
            files[path] = try bytes(url)
        }
        return files
    }

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}
