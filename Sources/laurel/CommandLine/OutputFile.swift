import Foundation
import Glibc

/// A file that a command writes: its owner's alone, whatever the user's mask lets others see.
enum OutputFile {
    /// Replaces what is there, with all of it or nothing. What isn't a file, such as /dev/stdout, is written to.
    static func write(_ data: Data, to path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            guard add(data, to: open(path, O_WRONLY | O_CLOEXEC)) else { throw failure(path, errno) }
            return
        }
        let draft = path + ".draft"
        unlink(draft)
        guard add(data, to: open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)), rename(draft, path) == 0
        else {
            let reason = errno
            unlink(draft)
            throw failure(path, reason)
        }
    }

    /// Writes all and closes the file.
    /// - Returns: false with the reason in `errno`.
    private static func add(_ data: Data, to file: Int32) -> Bool {
        guard file >= 0 else { return false }
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = errno
                close(file)
                errno = reason
                return false
            }
            rest = rest.dropFirst(count)
        }
        // A pipe has no disk.
        let isOnDisk = fsync(file) == 0 || errno == EINVAL || errno == EROFS
        let reason = errno
        close(file)
        errno = reason
        return isOnDisk
    }

    private static func failure(_ path: String, _ reason: Int32) -> Failure {
        Failure("can't write \(path): \(String(cString: strerror(reason)))", status: 1)
    }
}
