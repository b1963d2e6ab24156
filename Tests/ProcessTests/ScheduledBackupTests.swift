import Foundation
import FoundationNetworking
import LaurelProcess
import LaurelTestSupport
import Testing

/// Backups that a server makes by itself.
@Suite("Scheduled backups", .timeLimit(.minutes(15))) struct ScheduledBackupTests {
    private func folder() throws -> URL { try CommandTests.folder() }

    private func backups(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("Z.db") }.sorted()
    }

    private func metric(_ name: String, of server: LaurelProcess) async throws -> Double? {
        let (bytes, _) = try await URLSession.shared.data(from: server.base.appendingPathComponent("metrics"))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    @Test("one is made at the first start and verified, none at the next, and what is too many goes")
    func kept() async throws {
        let folder = try folder()
        let options = ["--backup-to", folder.path, "--backup-every", "1d", "--backup-keep", "2"]
        let first = try LaurelProcess(arguments: options)
        while try await metric("laurel_backup_size_bytes", of: first) ?? 0 <= 0 { await Task.yield() }
        let made = try backups(in: folder)
        #expect(made.count == 1)
        #expect(try await metric("laurel_backup_failures_total", of: first) == 0)
        #expect(first.stop() == 0)

        let restored = try self.folder().appendingPathComponent("data").path
        let restore = try CommandTests.laurel(all: [
            "restore", "--from", "\(folder.path)/\(made[0])", "--data", restored,
        ])
        #expect(restore.status == 0, "\(restore.output)")
        let sound = try CommandTests.laurel(all: ["doctor"] + options, data: first.dataFolder)
        #expect(sound.output.contains("✓ backups: the newest is of "), "\(sound.output)")
        let again = try LaurelProcess(dataFolder: first.dataFolder, arguments: options)
        #expect(try await metric("laurel_backup_last_success_timestamp_seconds", of: again) ?? 0 > 0)
        #expect(again.stop() == 0)
        #expect(try backups(in: folder) == made, "the next is due in a day")

        // Older ones, and what is none of ours.
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(made[0])")
        let old = (1...3).map { "laurel-2020-01-0\($0)T00-00-00.000Z.db" }
        // One of the future, made when the clock was wrong, neither counts nor goes.
        let future = "laurel-2999-01-01T00-00-00.000Z.db"
        for name in old + [future, "laurel-notes.db", "laurel-2020-01-01.db"] {
            try Data("old".utf8).write(to: folder.appendingPathComponent(name))
        }
        let spoilt = try CommandTests.laurel(all: ["doctor"] + options, data: first.dataFolder)
        #expect(spoilt.output.contains("✗ backups: the newest is of 2020-01-03"), "\(spoilt.output)")
        let third = try LaurelProcess(dataFolder: first.dataFolder, arguments: options)
        while try backups(in: folder).count != 3 { await Task.yield() }
        let left = try backups(in: folder)
        #expect(left.first == old[2] && left[1] > old[2] && left[2] == future, "\(left)")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/laurel-notes.db"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/laurel-2020-01-01.db"))
        #expect(third.stop() == 0)
    }

    @Test(
        "a plan that can't be meant is refused before anything starts",
        arguments: [
            (["--backup-every", "1h"], "needs --backup-to"),
            (["--backup-to", "/nowhere/at/all"], "mkdir -p /nowhere/at/all"),
            (["--backup-to", "/tmp", "--backup-every", "soon"], "such as 30m, 1h or 7d"),
            (["--backup-to", "/tmp", "--backup-every", "0m"], "such as 30m, 1h or 7d"),
            (["--backup-to", "/tmp", "--backup-every", "9223372036854775807d"], "at most 366d"),
            (["--backup-to", "/tmp", "--backup-keep", "0"], "from 1 to 10000"),
            (["--backup-to", "/tmp", "--store", "postgres://db/laurel"], "pgBackRest"),
        ])
    func refused(options: [String], reason: String) throws {
        let ran = try CommandTests.laurel(all: ["serve", "--check", "--data", try folder().path] + options)
        #expect(ran.status == 2 && ran.output.contains(reason), "\(ran.output)")
    }
}
