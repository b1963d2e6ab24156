import Foundation

/// Files that are there in whole or not at all, whatever ends the program.
public enum DurableFile {
    /// - Returns: nil where there is no such file.
    /// - Parameter bytesLimit: a longer one is none of ours.
    public static func read(_ path: String, bytesLimit: Int) throws(DeviceError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw DeviceError(doing: "open", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw DeviceError(doing: "read", path)
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= bytesLimit else {
                throw DeviceError(doing: "read", path, reason: "it has more than \(bytesLimit) bytes")
            }
        }
    }

    /// Writes a file for its owner alone. When this returns it survives a loss of power.
    public static func write(_ bytes: [UInt8], to path: String) throws(DeviceError) {
        let temporary = temporaryPath(of: path)
        do throws(DeviceError) {
            try fill(temporary, bytes)
            try move(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try synchronizeFolder(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
    }

    /// Writes files of one folder, as ``write(_:to:)`` does; the folder waits for the disk once.
    ///
    /// - Parameter files: none twice.
    /// - Returns: why some aren't there, by their names.
    /// - Throws: where the names of all may be lost.
    static func write(
        _ files: [(name: String, bytes: [UInt8])], in folder: String
    ) throws(DeviceError) -> [String: DeviceError] {
        var failures: [String: DeviceError] = [:]
        for file in files {
            let path = folder + "/" + file.name
            let temporary = temporaryPath(of: path)
            do throws(DeviceError) {
                try fill(temporary, file.bytes)
                try move(temporary, to: path)
            } catch {
                unlink(temporary)
                failures[file.name] = error
            }
        }
        if failures.count < files.count { try synchronizeFolder(folder) }
        return failures
    }

    /// A name of its own: two threads may write the same file at once, and each must be whole.
    private static func temporaryPath(of path: String) -> String {
        path + ".\(getpid())-\(UInt64.random(in: 0...UInt64.max)).new"
    }

    private static func move(_ temporary: String, to path: String) throws(DeviceError) {
        guard rename(temporary, path) == 0 else { throw DeviceError(doing: "rename to", path) }
    }

    /// Removes files of one folder, which waits for the disk once, however many they are. Those that aren't there are
    /// no failure.
    ///
    /// - Returns: why some are still there, by their names.
    static func remove(_ names: [String], in folder: String) throws(DeviceError) -> [String: DeviceError] {
        var failures: [String: DeviceError] = [:]
        var isChanged = false
        for name in names {
            if unlink(folder + "/" + name) == 0 {
                isChanged = true
            } else if errno != ENOENT {
                failures[name] = DeviceError(doing: "remove", folder + "/" + name)
            }
        }
        if isChanged { try synchronizeFolder(folder) }
        return failures
    }

    private static func fill(_ path: String, _ bytes: [UInt8]) throws(DeviceError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DeviceError(doing: "write", path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw DeviceError(doing: "write", path)
            }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw DeviceError(doing: "write", path) }
    }

    /// A new name is durable once its folder is.
    private static func synchronizeFolder(_ folder: String) throws(DeviceError) {
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DeviceError(doing: "open", folder) }
        defer { close(descriptor) }
        // Some file systems cannot do this for folders, and need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw DeviceError(doing: "write", folder) }
    }
}
