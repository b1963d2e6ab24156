import Glibc

/// A file, a pipe or a device that a command reads.
enum InputFile {
    /// Why it can't be read, in the system's words.
    struct Unreadable: Error {
        let reason: String
    }

    /// - Parameter limit: of bytes.
    /// - Returns: one byte more than the limit where there are more.
    static func read(_ path: String, limit: Int) throws(Unreadable) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable() }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let wanted = min(part.count, limit - bytes.count + 1)
            let count = part.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, wanted) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable() }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }

    /// - Parameter name: what the message calls it; nil: its path.
    static func read(_ path: String, as name: String? = nil, limit: Int, status: Int32) throws(Failure) -> [UInt8] {
        let name = name ?? path
        let bytes: [UInt8]
        do throws(Unreadable) { bytes = try read(path, limit: limit) } catch {
            throw Failure("can't read \(name): \(error.reason)", status: status)
        }
        guard bytes.count <= limit else { throw Failure("\(name) has more than \(limit) bytes", status: status) }
        return bytes
    }

    /// - Returns: why a file can't be read that something else will read; nil: it can.
    static func trouble(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
    }

    private static func unreadable() -> Unreadable { Unreadable(reason: String(cString: strerror(errno))) }
}
