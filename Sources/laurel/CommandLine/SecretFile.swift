import Foundation
import Glibc

/// A secret that an option names a file of, so that it's in no list of processes and in no log.
enum SecretFile {
    /// Bytes.
    static let sizeLimit = 4_096

    /// - Parameter option: whose file it is.
    /// - Returns: what stands in it, without the line's end.
    static func read(_ path: String, _ option: String) throws(Failure) -> String {
        let attributes: [FileAttributeKey: Any]
        do { attributes = try FileManager.default.attributesOfItem(atPath: path) } catch {
            var status = stat()
            let reason = stat(path, &status) == 0 ? EACCES : errno
            throw Failure("\(option): can't read \(path): \(String(cString: strerror(reason)))")
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o007 == 0 else {
            throw Failure("\(option): everybody on this machine can read \(path). Run: chmod 640 \(path)")
        }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= sizeLimit,
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Failure("\(option): \(path) must be a text of at most \(sizeLimit) bytes that the server can read")
        }
        let secret = text.trimmingCharacters(in: .newlines)
        guard !secret.isEmpty else { throw Failure("\(option): \(path) is empty") }
        return secret
    }
}
