import Glibc

/// Keeps two servers out of one data folder, for as long as it lives; the kernel lets go when the process ends,
/// however it ends.
final class DataDirectoryLock: Sendable {
    static let fileName = "laurel.lock"
    private let file: Int32
    /// `F_OFD_SETLK`, which Glibc's module leaves out. Source: Linux, include/uapi/asm-generic/fcntl.h.
    private static let setOpenFileLock: Int32 = 37
    /// `F_OFD_GETLK`, likewise.
    private static let getOpenFileLock: Int32 = 36

    /// - Throws: ``OpenError/inUse(directory:pid:)`` when somebody has it.
    init(directory: String) throws(OpenError) {
        let path = directory + "/" + Self.fileName
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(path: directory, reason: String(cString: strerror(errno))) }
        // A lock of the open file, not of the process: a second server inside one process is kept out as well,
        // and closing some other handle of the file does not let go of it (fcntl(2), "Open file description locks").
        var region = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        guard fcntl(file, Self.setOpenFileLock, &region) == 0 else {
            let holder = Self.pid(in: file)
            close(file)
            throw .inUse(directory: directory, pid: holder)
        }
        let text = "\(getpid())\n"
        ftruncate(file, 0)
        // The number is for the message alone, so a failure to write it is none.
        _ = pwrite(file, text, text.utf8.count, 0)
        self.file = file
    }

    deinit { close(file) }

    /// Whether somebody has it now. Asking takes nothing, so it keeps nobody out.
    static func isTaken(directory: String) -> Bool {
        let file = open(directory + "/" + fileName, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var region = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        return fcntl(file, getOpenFileLock, &region) == 0 && region.l_type != Int16(F_UNLCK)
    }

    private static func pid(in file: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes.prefix(count).prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
}
