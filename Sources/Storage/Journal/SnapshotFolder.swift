import Glibc
public import LaurelDomain

/// Snapshots as files of a folder beside the database. Anybody may delete them at any time.
public struct SnapshotFolder: SnapshotFiles {
    private let path: String
    private let prefix: String
    private let disk: SnapshotDisk
    private static let ownPrefix = "scores-"
    private static let fetchedPrefix = "fetched-"
    private static let suffix = ".snapshot"
    private static let draftSuffix = ".draft"
    /// Bytes that a snapshot leaves to the store, which is worth more.
    private static let leastFree: UInt64 = 256 << 20

    /// - Parameter path: made when it is needed; its parent must be there.
    public init(path: String) { self.init(path: path, prefix: Self.ownPrefix) }

    /// `cache/` in a data folder.
    public init(dataFolder: String) { self.init(path: dataFolder + "/cache") }

    /// The same on a disk that may fail.
    package init(dataFolder: String, disk: SnapshotDisk) {
        self.init(path: dataFolder + "/cache", prefix: Self.ownPrefix, disk: disk)
    }

    /// What other nodes wrote, in the same folder under other names: only a node's own snapshots say that a store has
    /// lost rows.
    public init(fetchedInto dataFolder: String) { self.init(path: dataFolder + "/cache", prefix: Self.fetchedPrefix) }

    private init(path: String, prefix: String, disk: SnapshotDisk = .system) {
        self.path = path
        self.prefix = prefix
        self.disk = disk
    }

    private func file(of stream: StreamID) -> String {
        "\(path)/\(prefix)\(stream.team.rawValue)-\(stream.environment.name)\(Self.suffix)"
    }

    /// Of all files.
    private func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Paths of what was begun of a stream's snapshots: by a process that was killed, or by one that writes.
    private func drafts(of stream: StreamID) -> [String] {
        names().map { "\(path)/\($0)" }.filter {
            $0.hasPrefix(file(of: stream) + ".") && $0.hasSuffix(Self.draftSuffix)
        }
    }

    public func streams() -> [StreamID] {
        var streams: [StreamID] = []
        for name in names() {
            guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { continue }
            let parts = name.dropFirst(prefix.count).dropLast(Self.suffix.count).split(separator: "-")
            guard parts.count == 2, let team = UInt32(parts[0]),
                let environment = Environment.allCases.first(where: { $0.name == parts[1] })
            else { continue }
            streams.append(StreamID(team: TeamNumber(team), environment: environment))
        }
        return streams
    }

    /// They belong to another store, and so do those that were fetched.
    public func removeAll() {
        for prefix in [Self.ownPrefix, Self.fetchedPrefix] {
            let folder = SnapshotFolder(path: path, prefix: prefix)
            for stream in folder.streams() { unlink(folder.file(of: stream)) }
        }
    }

    public func open(_ stream: StreamID) throws(SnapshotFailure) -> (any SnapshotFile)? {
        let file = Glibc.open(file(of: stream), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(String(cString: strerror(errno)))
        }
        return try StoredSnapshot(file)
    }

    /// With a node's own snapshot goes what it has fetched: after an erasure both still have the player.
    public func remove(_ stream: StreamID) throws(SnapshotFailure) {
        for folder in [self] + fetched {
            for path in [folder.file(of: stream)] + folder.drafts(of: stream)
            where unlink(path) != 0 && errno != ENOENT {
                throw .unreadable(String(cString: strerror(errno)))
            }
        }
    }

    /// Beside a node's own snapshots.
    private var fetched: [SnapshotFolder] {
        prefix == Self.ownPrefix ? [SnapshotFolder(path: path, prefix: Self.fetchedPrefix)] : []
    }

    /// Once a node has written a snapshot of its own, what it has fetched of the stream goes: it's older, and nobody
    /// would find it again.
    public func replace(
        _ stream: StreamID,
        with body: (_ append: ([UInt8]) throws(SnapshotFailure) -> Void) throws(SnapshotFailure)
            -> Void
    ) throws(SnapshotFailure) -> any SnapshotFile {
        mkdir(path, 0o700)
        let name = file(of: stream)
        // What a process that was killed left of one, or what one writes that is slower: that fails at its end.
        for draft in drafts(of: stream) { unlink(draft) }
        // A name of its own: else one that ends late would move what another one has begun.
        let draft = "\(name).\(String(UInt64.random(in: .min ... .max), radix: 16))\(Self.draftSuffix)"
        try checkRoom(for: name)
        let file = Glibc.open(draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        do throws(SnapshotFailure) {
            try body { bytes throws(SnapshotFailure) in
                try checkRoom(beside: UInt64(bytes.count))
                try write(bytes, to: file)
            }
            let problem = disk.flush(file)
            guard problem == 0 else { throw .unreadable(String(cString: strerror(problem))) }
            guard rename(draft, name) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        } catch {
            close(file)
            unlink(draft)
            throw error
        }
        // If it can't be removed now, the next snapshot removes it. Who reads it has it open.
        for folder in fetched { unlink(folder.file(of: stream)) }
        return try StoredSnapshot(file)
    }

    /// - Throws: when one as large as the last one would take what the store needs.
    private func checkRoom(for name: String) throws(SnapshotFailure) {
        var old = stat()
        try checkRoom(beside: stat(name, &old) == 0 ? UInt64(clamping: old.st_size) : 0)
    }

    /// - Throws: when so many bytes more would take what the store needs.
    private func checkRoom(beside bytes: UInt64) throws(SnapshotFailure) {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return }
        let free = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        guard free.overflow || free.partialValue >= bytes + Self.leastFree else {
            throw .unreadable("the disk has too little room for one")
        }
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(SnapshotFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { disk.write(file, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if count == -Int(EINTR) { continue }
            // Nothing at all of something is no answer of write(2) to a file.
            guard count > 0 else {
                throw .unreadable(String(cString: strerror(count == 0 ? EIO : Int32(clamping: count.magnitude))))
            }
            done += count
        }
    }
}

/// An open file; its last holder closes it.
private final class StoredSnapshot: SnapshotFile {
    let size: Int
    private let file: Int32

    /// - Parameter file: closed with this, also when it throws.
    init(_ file: Int32) throws(SnapshotFailure) {
        var status = stat()
        guard fstat(file, &status) == 0, let size = Int(exactly: status.st_size) else {
            close(file)
            throw .unreadable("its size is unknown")
        }
        self.file = file
        self.size = size
    }

    deinit { close(file) }

    func read(_ range: Range<Int>) throws(SnapshotFailure) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged("it's shorter than it says") }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let offset = off_t(range.lowerBound + count)
                let got = pread(file, buffer.baseAddress.map { $0 + count }, range.count - count, offset)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
            isWhole = count == range.count
        }
        guard isWhole else { throw .unreadable("it couldn't be read to its end") }
        return bytes
    }
}
