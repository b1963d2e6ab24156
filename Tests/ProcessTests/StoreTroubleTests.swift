import Foundation
import Glibc
import LaurelProcess
import LaurelTestSupport
import Testing

/// A store that isn't what it was, or can't be read, ends the start with a sentence that helps.
@Suite("Trouble with the store", .serialized, .timeLimit(.minutes(15))) struct StoreTroubleTests {
    /// Everything a server says that is expected to end by itself.
    private func refusal(_ folder: URL, _ options: String...) throws -> CommandTests.Run {
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", "exec \"$0\" \"$@\" 2>&1", BuiltProducts.executable("laurel").path,
                "serve", "--port", "0", "--log", "none", "--data", folder.path,
            ] + options)
        let output = process.remainingOutput()
        return CommandTests.Run(status: process.wait(), output: output)
    }

    private func copy(_ folder: URL, leavingOut names: Set<String> = []) throws -> URL {
        let target = try CommandTests.folder()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !names.contains(name) && !name.hasSuffix(".sock") {
            try FileManager.default.copyItem(at: folder.appending(path: name), to: target.appending(path: name))
        }
        return target
    }

    @Test("after a kill and a lost log: no acknowledged score is missing, or the start is refused until it is accepted")
    func lostLog() async throws {
        var refused = 0
        for round in 0..<3 {
            let server = try LaurelProcess()
            let game = try await TestGame(on: server)
            let token = try await game.player("jim")
            for value in 1...40 {
                let answer = try await server.http.json(
                    "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
                #expect(answer.status == 200)
            }
            server.kill()
            // An honest kill is none of that.
            let honest = try copy(server.dataFolder)
            #expect(try LaurelProcess(dataFolder: honest).stop() == 0)
            let folder = try copy(server.dataFolder, leavingOut: ["laurel.db-wal"])
            if round == 1 { try Data().write(to: folder.appending(path: "laurel.db-wal")) }
            if round == 2 { try Data().write(to: folder.appending(path: "laurel.db")) }
            let first = try? LaurelProcess(dataFolder: folder)
            if let first {
                let again = game.moved(to: first)
                let answer = try await first.http.json(
                    "POST", again.scores, ["value": 40, "id": "s40"], token: token)
                #expect(answer.object["isRepeat"] as? Bool == true, "lost in silence: \(answer.text)")
                continue
            }
            refused += 1
            let refusal = try refusal(folder)
            #expect(refusal.status == 1 && refusal.output.contains("laurel serve --accept-loss"), "\(refusal.output)")
            #expect(try LaurelProcess(dataFolder: folder, arguments: ["--accept-loss"]).stop() == 0)
            #expect(try LaurelProcess(dataFolder: folder).stop() == 0, "accepted once is enough")
        }
        // An empty database always is.
        #expect(refused >= 1)
    }

    @Test("an older copy of the store is refused, by its mark or by the snapshots; a restore of it is not")
    func olderCopy() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("jim")
        let folder = server.dataFolder
        let older = try CommandTests.folder().appending(path: "older.db")
        #expect(try CommandTests.laurel("backup", "--to", older.path, data: folder).status == 0)
        for value in 1...5 {
            let answer = try await server.http.json("POST", game.scores, ["value": value], token: token)
            #expect(answer.status == 200)
        }
        #expect(server.stop() == 0)
        for known in ["mark", "snapshot"] {
            let without = known == "mark" ? "cache" : "laurel.db-mark"
            let folder = try copy(folder, leavingOut: ["laurel.db", "laurel.db-wal", "laurel.db-shm", without])
            try FileManager.default.copyItem(at: older, to: folder.appending(path: "laurel.db"))
            let refusal = try refusal(folder)
            #expect(refusal.status == 1 && refusal.output.contains("5 rows"), "\(known): \(refusal.output)")
            #expect(refusal.output.contains("laurel serve --accept-loss"), "\(known): \(refusal.output)")
            let accepted = try LaurelProcess(dataFolder: folder, arguments: ["--accept-loss"])
            accepted.kill()
            #expect(try LaurelProcess(dataFolder: folder).stop() == 0, "accepted once is enough")
        }
        let restored = try CommandTests.laurel("restore", "--from", older.path, "--replace", data: folder)
        #expect(restored.status == 0, "\(restored.output)")
        #expect(try LaurelProcess(dataFolder: folder).stop() == 0)
    }

    @Test("damaged pages end the start, with what to do")
    func damaged() async throws {
        let server = try LaurelProcess()
        let folder = server.dataFolder
        #expect(server.stop() == 0)
        let path = folder.appending(path: "laurel.db")
        let good = try Data(contentsOf: path)
        let pages = good.count / 4_096
        try #require(pages > 40)
        // Half of every fifth page is noise.
        var random = SplitMix64(seed: 11)
        for half in [0, 2_048] {
            var noise = good
            for page in stride(from: 4, to: pages, by: 5) {
                for offset in 0..<2_048 {
                    noise[page * 4_096 + half + offset] = UInt8(truncatingIfNeeded: random.next())
                }
            }
            try noise.write(to: path)
            let refusal = try refusal(folder)
            #expect(refusal.status == 1 && refusal.output.contains("is damaged"), "\(refusal.output)")
            #expect(refusal.output.contains("laurel restore"), "\(refusal.output)")
        }
        // A page alone, which most starts would not look at.
        for page in stride(from: 4, to: pages, by: pages / 12) {
            var noise = good
            for offset in 0..<2_048 { noise[page * 4_096 + offset] = UInt8(truncatingIfNeeded: random.next()) }
            try noise.write(to: path)
            let refusal = try refusal(folder)
            #expect(refusal.status == 1 && refusal.output.contains("is damaged"), "page \(page): \(refusal.output)")
        }
        try good.write(to: path)
        #expect(try LaurelProcess(dataFolder: folder).stop() == 0)
    }

    @Test("one changed value of a score in a sound page ends the start, the doctor and a backup, with its row")
    func changedValue() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("jim")
        for value in 1...30 {
            let answer = try await server.http.json(
                "POST", game.scores, ["value": value, "id": "needle-\(100 + value)"], token: token)
            #expect(answer.status == 200)
        }
        let folder = server.dataFolder
        #expect(server.stop() == 0)
        let path = folder.appending(path: "laurel.db")
        let good = try Data(contentsOf: path)
        var changed = good
        let range = try #require(changed.range(of: Data("needle-117".utf8)))
        changed[range.upperBound - 1] = UInt8(ascii: "8")
        try changed.write(to: path)
        let refusal = try refusal(folder)
        #expect(refusal.status == 1 && refusal.output.contains("is damaged (row "), "\(refusal.output)")
        #expect(refusal.output.contains("isn't as it was written"), "\(refusal.output)")
        #expect(refusal.output.contains("laurel restore"), "\(refusal.output)")
        let doctor = try CommandTests.laurel("doctor", data: folder)
        #expect(doctor.status == 1 && doctor.output.contains("✗ store: damaged (row "), "\(doctor.output)")
        let copy = try CommandTests.folder().appending(path: "copy.db")
        let backup = try CommandTests.laurel("backup", "--to", copy.path, data: folder)
        #expect(backup.status == 1 && backup.output.contains("isn't as it was written"), "\(backup.output)")
        try changed.write(to: copy)
        let restore = try CommandTests.laurel("restore", "--from", copy.path, "--replace", data: folder)
        #expect(restore.status == 1 && restore.output.contains("isn't as it was written"), "\(restore.output)")
        try good.write(to: path)
        #expect(try CommandTests.laurel("doctor", data: folder).output.contains("✓ store: sound"))
        #expect(try LaurelProcess(dataFolder: folder).stop() == 0)
    }

    @Test("SIGTERM ends a server that doesn't come to the end of its start")
    func endsWhileStarting() async throws {
        let server = try LaurelProcess()
        _ = try await TestGame(on: server)
        let folder = server.dataFolder
        #expect(server.stop() == 0)
        // A process that opens a snapshot that is a pipe waits for somebody who writes into it.
        let cache = folder.appending(path: "cache")
        let snapshots = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        let snapshot = cache.appending(path: try #require(snapshots.first))
        try FileManager.default.removeItem(at: snapshot)
        #expect(mkfifo(snapshot.path, 0o600) == 0)
        let process = try ChildProcess(
            BuiltProducts.executable("laurel"), ["serve", "--data", folder.path, "--log", "none", "--port", "0"])
        while let line = process.nextLine(), !line.hasPrefix("Laurel ") {}
        #expect(process.end(with: SIGTERM) == 0)
        try FileManager.default.removeItem(at: snapshot)
        #expect(try LaurelProcess(dataFolder: folder).stop() == 0)
    }

    @Test("SIGTERM ends a server that doesn't come to the end of opening its store")
    func endsWhileOpening() throws {
        let folder = try CommandTests.folder()
        // A process that opens a mark that is a pipe waits for somebody who writes into it.
        #expect(mkfifo(folder.appending(path: "laurel.db-mark").path, 0o600) == 0)
        let log = folder.appending(path: "log")
        let process = try ChildProcess(
            BuiltProducts.executable("laurel"), ["serve", "--data", folder.path, "--log", log.path, "--port", "0"])
        // The log is there once signals are looked after.
        while !FileManager.default.fileExists(atPath: log.path) { sched_yield() }
        #expect(process.end(with: SIGTERM) == 0)
    }

    @Test("a data folder that is open to everybody is refused, and the doctor says so")
    func exposedFolder() throws {
        let folder = try CommandTests.folder()
        #expect(chmod(folder.path, 0o777) == 0)
        let refusal = try refusal(folder)
        #expect(refusal.status == 1 && refusal.output.contains("chmod 700"), "\(refusal.output)")
        let doctor = try CommandTests.laurel("doctor", data: folder)
        #expect(doctor.status == 1 && doctor.output.contains("✗ data folder"), "\(doctor.output)")
        // Others would miss a folder that is theirs, too.
        #expect(chmod(folder.path, 0o1777) == 0)
        for run in [try self.refusal(folder), try CommandTests.laurel("doctor", data: folder)] {
            #expect(run.status == 1 && run.output.contains("a folder of its own with --data"), "\(run.output)")
            #expect(!run.output.contains("chmod 700"), "\(run.output)")
        }
        let system = try CommandTests.laurel("doctor", "--data", "/var/lib")
        #expect(!system.output.contains("chmod 700"), "\(system.output)")
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(try CommandTests.laurel("doctor", data: folder).output.contains("! data folder"))
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try CommandTests.laurel("doctor", data: folder).output.contains("✓ data folder"))
        #expect(symlink("/etc/passwd", folder.appending(path: "laurel.lock").path) == 0)
        #expect(try CommandTests.laurel("doctor", data: folder).output.contains("✗ data folder"))
    }

    /// As a user whom the system's permissions hold.
    private func unprivileged(_ words: String...) throws -> CommandTests.Run {
        let rights = "-dac_override,-dac_read_search"
        let command = geteuid() == 0 ? ["setpriv", "--inh-caps=\(rights)", "--bounding-set=\(rights)"] : []
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", "exec \"$0\" \"$@\" 2>&1"] + command + [BuiltProducts.executable("laurel").path] + words)
        let output = process.remainingOutput()
        return CommandTests.Run(status: process.wait(), output: output)
    }

    @Test("a folder that nobody may look into isn't said to have no store")
    func closedFolder() throws {
        let folder = try CommandTests.folder()
        let data = folder.appending(path: "data")
        #expect(try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        #expect(chmod(data.path, 0) == 0)
        defer { _ = chmod(data.path, 0o700) }
        for run in [
            try unprivileged("copy", "--from", data.path, "--to", folder.path + "/other"),
            try unprivileged("secrets", "list", "--data", data.path), try unprivileged("doctor", "--data", data.path),
        ] {
            #expect(run.status == 1 && run.output.contains("Permission denied"), "\(run.output)")
            for text in ["has no store", "has no data", "none yet"] { #expect(!run.output.contains(text)) }
        }
    }

    @Test("the doctor and --check promise no folder that can't be made")
    func impossibleFolder() throws {
        let folder = try CommandTests.folder()
        let file = folder.appending(path: "file").path
        try Data().write(to: URL(filePath: file))
        let fine = try unprivileged("doctor", "--data", folder.path + "/a/b")
        #expect(fine.output.contains("✓ data folder: \(folder.path)/a/b will be created"), "\(fine.output)")
        #expect(fine.output.contains("✓ key file: \(folder.path)/a/b/laurel.key will be created"), "\(fine.output)")
        #expect(chmod(folder.path, 0o500) == 0)
        defer { _ = chmod(folder.path, 0o700) }
        for (data, reason) in [
            (folder.path + "/a/b", "(\(folder.path): Permission denied)"), (file + "/a", "(\(file) is a file)"),
        ] {
            let doctor = try unprivileged("doctor", "--data", data)
            let found = "✗ data folder: \(data) isn't there and can't be created \(reason)"
            #expect(doctor.status == 1 && doctor.output.contains(found), "\(doctor.output)")
            #expect(doctor.output.contains("✗ key file: "), "\(doctor.output)")
            let check = try unprivileged("serve", "--check", "--data", data)
            #expect(check.status == 2 && check.output.contains(reason), "\(check.output)")
        }
    }

    @Test("what commands export is for its owner alone")
    func exports() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        _ = try await game.player("jim")
        let folder = try CommandTests.folder()
        let old = umask(0o002)
        defer { _ = umask(old) }
        for (words, name) in [
            (["player", "export", "jim"], "jim.json"), (["export", "scores", game.bundleID], "scores.csv"),
            (["export", game.bundleID], "configuration.json"), (["backup"], "backup.db"),
        ] {
            let path = folder.appending(path: name).path
            let process = try ChildProcess(
                BuiltProducts.executable("laurel"), words + ["--data", server.dataFolder.path, "--to", path])
            let output = process.remainingOutput()
            #expect(process.wait() == 0, "\(words): \(output)")
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
            #expect(!FileManager.default.fileExists(atPath: path + ".draft"))
        }
        _ = server.stop()
    }
}
