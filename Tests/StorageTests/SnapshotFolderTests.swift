import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@Suite("Snapshots in a folder", .timeLimit(.minutes(1))) struct SnapshotFolderTests {
    private static let stream = StreamID(team: TeamNumber(7), environment: .production)

    @discardableResult
    private func put(_ bytes: [UInt8], _ files: SnapshotFolder) throws -> any SnapshotFile {
        try files.replace(Self.stream) { append throws(SnapshotFailure) in try append(bytes) }
    }

    @Test("what was fetched goes with a node's own, and once that is written anew", arguments: [false, true])
    func fetched(isRemoved: Bool) throws {
        let folder = try TemporaryFolder().path
        let own = SnapshotFolder(dataFolder: folder)
        let fetched = SnapshotFolder(fetchedInto: folder)
        try put([1], own)
        let file = try put([2], fetched)
        #expect(own.streams() == [Self.stream] && fetched.streams() == [Self.stream])
        if isRemoved { try own.remove(Self.stream) } else { try put([3], own) }
        #expect(own.streams() == (isRemoved ? [] : [Self.stream]) && fetched.streams() == [])
        #expect(try file.read(0..<1) == [2], "who has it open still reads it")
        try put([1], own)
        try put([2], fetched)
        try fetched.remove(Self.stream)
        #expect(own.streams() == [Self.stream] && fetched.streams() == [])
    }

    @Test("drafts that a killed process left go with the next snapshot, and those of other streams stay")
    func leftovers() throws {
        let folder = try TemporaryFolder().path
        let files = SnapshotFolder(path: folder)
        let name = "scores-7-production.snapshot"
        for draft in [name + ".draft", name + ".5f.draft", "scores-77-production.snapshot.5f.draft"] {
            try Data([1]).write(to: URL(filePath: folder + "/" + draft))
        }
        try put([1], files)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == [name, "scores-77-production.snapshot.5f.draft"])
        #expect(files.streams() == [Self.stream])
    }

    /// The disk writes less than it's asked to, is interrupted, or fails in the operation of that number.
    private func disk(failing number: Int, _ operations: Counter) -> SnapshotDisk {
        SnapshotDisk(
            write: { file, bytes in
                operations.add()
                if operations.value == number { return -Int(ENOSPC) }
                if operations.value.isMultiple(of: 3) { return -Int(EINTR) }
                return SnapshotDisk.system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(2)))
            },
            flush: { file in
                operations.add()
                return operations.value == number ? EIO : SnapshotDisk.system.flush(file)
            })
    }

    /// Five bytes by two at a time are three writes and one that is interrupted; the flush comes fifth.
    @Test("a draft that can't be written or flushed leaves the old snapshot alone, and the next one succeeds")
    func failing() throws {
        let folder = try TemporaryFolder().path
        try put([1], SnapshotFolder(dataFolder: folder))
        for number in [1, 2, 4, 5] {
            let operations = Counter()
            let files = SnapshotFolder(dataFolder: folder, disk: disk(failing: number, operations))
            let reason = String(cString: strerror(number == 5 ? EIO : ENOSPC))
            #expect(throws: SnapshotFailure.unreadable(reason)) { try put([2, 3, 4, 5, 6], files) }
            #expect(operations.value == number)
            let old = try #require(try files.open(Self.stream))
            #expect(try old.read(0..<old.size) == [1])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/cache")
            #expect(names == ["scores-7-production.snapshot"])
        }
        let file = try put([2, 3, 4, 5, 6], SnapshotFolder(dataFolder: folder, disk: disk(failing: 0, Counter())))
        #expect(try file.read(0..<file.size) == [2, 3, 4, 5, 6])
    }

    @Test("of two that are written at once the later one is kept, whole")
    func concurrent() throws {
        let folder = try TemporaryFolder().path
        let files = SnapshotFolder(path: folder)
        let (hasBegun, goesOn, hasEnded) = (ThreadSignal(), ThreadSignal(), ThreadSignal())
        let failures = Counter()
        BlockingThread.start {
            do {
                _ = try files.replace(Self.stream) { append throws(SnapshotFailure) in
                    try append([1])
                    hasBegun.set()
                    goesOn.wait(milliseconds: 60_000)
                }
            } catch {
                failures.add()
            }
            hasEnded.set()
        }
        #expect(hasBegun.wait(milliseconds: 60_000))
        let file = try files.replace(Self.stream) { append throws(SnapshotFailure) in
            try append([2])
            goesOn.set()
            hasEnded.wait(milliseconds: 60_000)
            try append([3])
        }
        #expect(try file.read(0..<file.size) == [2, 3])
        #expect(failures.value == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["scores-7-production.snapshot"])
    }
}
