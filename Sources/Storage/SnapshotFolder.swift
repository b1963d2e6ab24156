import Glibc
public import LaurelDomain

/// Snapshots as files of a folder beside the database. Anybody may delete them at any time.
public struct SnapshotFolder: SnapshotFiles {
    private let path: String

    /// - Parameter path: made when it is needed; its parent must be there.
    public init(path: String) { self.path = path }

    private func file(of stream: StreamID) -> String {
        "\(path)/scores-\(stream.team.rawValue)-\(stream.environment.name).snapshot"
    }

    public func read(_ stream: StreamID) throws(SnapshotFailure) -> [UInt8]? {
        let file = open(file(of: stream), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(String(cString: strerror(errno)))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, let size = Int(exactly: status.st_size) else {
            throw .unreadable("its size is unknown")
        }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
            isWhole = count == size
        }
        guard isWhole else { throw .unreadable("it could not be read to its end") }
        return bytes
    }

    public func replace(
        _ stream: StreamID,
        with body: (_ append: ([UInt8]) throws(SnapshotFailure) -> Void) throws(SnapshotFailure)
            -> Void
    ) throws(SnapshotFailure) {
        mkdir(path, 0o700)
        let name = file(of: stream)
        let draft = name + ".draft"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        do throws(SnapshotFailure) {
            try body { bytes throws(SnapshotFailure) in try Self.write(bytes, to: file) }
            guard fdatasync(file) == 0, rename(draft, name) == 0 else {
                throw .unreadable(String(cString: strerror(errno)))
            }
            close(file)
        } catch {
            close(file)
            unlink(draft)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(SnapshotFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(String(cString: strerror(errno))) }
            done += count
        }
    }
}
