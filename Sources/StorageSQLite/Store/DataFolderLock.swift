import Glibc

/// Keeps two servers out of one data folder, for as long as it lives; the kernel lets go when the process ends,
/// however it ends.
///
/// The lock is on the folder itself, so no file has to be there for it: deleting `laurel.lock` frees nothing.
/// It isn't on `laurel.db`, because closing any descriptor of that file would end SQLite's own locks (fcntl(2)). The
/// file names the process for the message, and keeps out programs that lock nothing else.
public final class DataFolderLock: Sendable {
    static let fileName = "laurel.lock"
    private let folders: [Int32]
    private let file: Int32
    /// `F_OFD_SETLK`, which Glibc's module leaves out. Source: Linux, include/uapi/asm-generic/fcntl.h.
    private static let setOpenFileLock: Int32 = 37
    /// `F_OFD_GETLK`, likewise.
    private static let getOpenFileLock: Int32 = 36

    /// Makes a missing folder and takes it, for a server whose store is elsewhere.
    ///
    /// - Throws: ``OpenError/inUse(dataFolder:pid:)`` when somebody has it.
    public convenience init(of dataFolder: String) throws(OpenError) {
        try StoreFolder.prepare(dataFolder)
        try self.init(dataFolder: dataFolder)
    }

    /// - Throws: ``OpenError/inUse(dataFolder:pid:)`` when somebody has it.
    init(dataFolder: String) throws(OpenError) {
        var held: [Int32] = []
        do throws(OpenError) {
            for folder in Self.folders(of: dataFolder) { held.append(try Self.lock(folder, of: dataFolder)) }
            file = try Self.lockFile(in: dataFolder)
        } catch {
            for folder in held { close(folder) }
            throw error
        }
        folders = held
        let text = "\(getpid())\n"
        ftruncate(file, 0)
        // The number is for the message alone, so a failure to write it is none.
        _ = pwrite(file, text, text.utf8.count, 0)
    }

    deinit {
        close(file)
        for folder in folders { close(folder) }
    }

    /// Whether somebody has it now. Asking takes nothing, so it keeps nobody out.
    static func isTaken(dataFolder: String) -> Bool {
        let folders = folders(of: dataFolder).contains { isLocked($0, O_RDONLY | O_DIRECTORY) }
        return folders || isLocked(dataFolder + "/" + fileName, O_RDWR | O_NOFOLLOW)
    }

    /// The data folder and, if `laurel.db` is a link, the folder it leads to: two data folders may link to one store.
    private static func folders(of dataFolder: String) -> [String] {
        var folders = [resolved(dataFolder) ?? dataFolder]
        if let store = resolved(dataFolder + "/" + SQLiteStore.fileName), let slash = store.lastIndex(of: "/") {
            let folder = slash == store.startIndex ? "/" : String(store[..<slash])
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }

    /// Without links; nil: there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func lock(_ folder: String, of dataFolder: String) throws(OpenError) -> Int32 {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .folder(path: dataFolder, reason: String(cString: strerror(errno))) }
        // A lock of the open folder, not of the process: a second store inside one process is kept out as well.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EWOULDBLOCK else {
                throw .folder(path: dataFolder, reason: String(cString: strerror(reason)))
            }
            throw .inUse(dataFolder: dataFolder, pid: holder(in: dataFolder))
        }
        // That lock can't be asked about without taking it. This one can, and stands for it.
        var region = region(F_RDLCK)
        _ = fcntl(descriptor, setOpenFileLock, &region)
        return descriptor
    }

    private static func lockFile(in dataFolder: String) throws(OpenError) -> Int32 {
        let path = dataFolder + "/" + fileName
        // What a link points to is somebody else's, and would be cut to nothing here.
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else {
            if errno == ELOOP { throw .lockIsNoFile(path: path) }
            throw .folder(path: path, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .lockIsNoFile(path: path)
        }
        var region = region(F_WRLCK)
        guard fcntl(file, setOpenFileLock, &region) == 0 else {
            close(file)
            throw .inUse(dataFolder: dataFolder, pid: holder(in: dataFolder))
        }
        return file
    }

    private static func isLocked(_ path: String, _ flags: Int32) -> Bool {
        let file = open(path, flags | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var region = region(F_WRLCK)
        return fcntl(file, getOpenFileLock, &region) == 0 && region.l_type != Int16(F_UNLCK)
    }

    private static func region(_ type: Int32) -> Glibc.flock {
        Glibc.flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }

    /// The process that the lock file names. It may have ended.
    static func holder(in dataFolder: String) -> Int? {
        let file = open(dataFolder + "/" + fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes.prefix(count).prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
}
