import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// `laurel copy`, as an operator types it. StorageTests hold what it copies, into PostgreSQL and back.
@Suite("The copy command", .serialized, .timeLimit(.minutes(15))) struct CopyCommandTests {
    @Test("copies a stopped server's store with its key, says what it compared, and refuses what is in use or there")
    func folders() async throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let (data, other) = (folder.appending(path: "data"), folder.appending(path: "other"))
        func copy(_ words: String...) throws -> CommandTests.Run {
            try CommandTests.laurel(all: ["copy", "--from", data.path, "--to", other.path] + words)
        }
        let nothing = try copy()
        #expect(nothing.status == 1 && nothing.output.contains("\(data.path) has no store"), "\(nothing.output)")
        #expect(!FileManager.default.fileExists(atPath: other.path))

        #expect(try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        let server = try LaurelProcess(dataFolder: data)
        let used = try copy()
        #expect(used.status == 1 && used.output.contains("is using the data folder"), "\(used.output)")
        #expect(used.output.contains("another folder with --from") && !used.output.contains("--data"), "\(used.output)")
        #expect(server.stop() == 0)

        let copied = try copy("--tables")
        #expect(copied.status == 0, "\(copied.output)")
        for text in [
            "Verified", "the same digest on both sides", "settings", "start servers with --data \(other.path)",
        ] {
            #expect(copied.output.contains(text), "\(copied.output)")
        }
        #expect(
            try Data(contentsOf: other.appending(path: "laurel.key"))
                == Data(contentsOf: data.appending(path: "laurel.key")))
        let again = try copy()
        #expect(again.status == 1 && again.output.contains("has a store already"), "\(again.output)")
        let apps = try CommandTests.laurel("app", "list", data: other)
        #expect(apps.status == 0 && apps.output.contains("org.example.golf"), "\(apps.output)")
    }

    @Test("a slash at the end and a link lead to the same store, which isn't copied into itself")
    func sameFolder() throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let (data, link) = (folder.appending(path: "data"), folder.appending(path: "link"))
        #expect(try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: data.path)
        for target in [data.path + "/", folder.path + "/./data", link.path] {
            let refused = try CommandTests.laurel("copy", "--from", data.path, "--to", target)
            #expect(refused.status == 2 && refused.output.contains("are the same store"), "\(refused.output)")
        }
    }

    @Test("another store's key file in the target's folder is left as it is, and nothing is copied")
    func otherKey() throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let stores = ["data", "other"].map { folder.appending(path: $0) }
        for store in stores {
            #expect(
                try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: store).status == 0)
        }
        try FileManager.default.removeItem(at: stores[1].appending(path: "laurel.db"))
        try FileManager.default.removeItem(at: stores[1].appending(path: "laurel.db-mark"))
        let refused = try CommandTests.laurel("copy", "--from", stores[0].path, "--to", stores[1].path)
        #expect(refused.status == 1 && refused.output.contains("another store's key file"), "\(refused.output)")
        #expect(!FileManager.default.fileExists(atPath: stores[1].appending(path: "laurel.db").path))
    }

    @Test(
        "libpq's other ways to name a database are no folders",
        arguments: ["service=laurel", "host=db password=secret"])
    func connectionStrings(target: String) throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let refused = try CommandTests.laurel("copy", "--from", folder.path, "--to", target)
        #expect(refused.status == 2 && refused.output.contains("postgres://USER@HOST/DATABASE"), "\(refused.output)")
        #expect(!refused.output.contains("secret") && !FileManager.default.fileExists(atPath: target))
    }

    /// Waits until a process looks after a signal. Source: proc_pid_status(5).
    private func wait(for process: ChildProcess, toCatch signal: Int32) throws {
        while true {
            let status = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
            let caught = try #require(UInt64(line.dropFirst("SigCgt:".count).drop { $0 == "\t" }, radix: 16))
            if caught & 1 << UInt64(signal - 1) != 0 { return }
        }
    }

    @Test("Ctrl-C says that a copy can be gone on with, and leaves nothing of a backup; the status is 130")
    func interrupted() throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let data = folder.appending(path: "data")
        #expect(try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        // A process that opens a mark that is a pipe waits for somebody who writes into it.
        let mark = data.appending(path: "laurel.db-mark")
        try FileManager.default.removeItem(at: mark)
        #expect(mkfifo(mark.path, 0o600) == 0)
        let backup = folder.appending(path: "backup.db")
        let draft = URL(filePath: backup.path + ".draft")
        try Data("half of it".utf8).write(to: draft)
        let commands = [
            (["copy", "--from", data.path, "--to", folder.path + "/other"], "Run the same command again to go on"),
            (["backup", "--data", data.path, "--to", backup.path], "No backup was made"),
        ]
        for (words, text) in commands {
            let process = try ChildProcess(
                URL(filePath: "/bin/sh"),
                ["-c", "exec \"$0\" \"$@\" 2>&1", BuiltProducts.executable("laurel").path] + words)
            try wait(for: process, toCatch: SIGINT)
            #expect(process.end(with: SIGINT) == 130, "\(words)")
            let output = process.remainingOutput()
            #expect(output.contains(text), "\(output)")
        }
        for file in [backup, draft] { #expect(!FileManager.default.fileExists(atPath: file.path), "\(file.path)") }
    }

    @Test("a server that doesn't answer is a problem that says so, without the password")
    func unreachable() throws {
        let folder = try TemporaryFolder().path
        let address = "postgres://laurel:secret@127.0.0.1:1/laurel"
        let refused = try CommandTests.laurel("copy", "--from", address, "--to", folder + "/data")
        #expect(refused.status == 1 && refused.output.contains("--from: Can't connect"), "\(refused.output)")
        #expect(!refused.output.contains("secret") && !FileManager.default.fileExists(atPath: folder + "/data"))
        #expect(try CommandTests.laurel("copy", "--from", address).status == 2)
    }

    @Test("a database's address can stand in a file, which others can't read and which is named instead of it")
    func addressFile() throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let (file, data) = (folder.appending(path: "address"), folder.appending(path: "data"))
        try Data("host=127.0.0.1 port=1 user=laurel password=secret\n".utf8).write(to: file)
        #expect(chmod(file.path, 0o604) == 0)
        let readable = try CommandTests.laurel("copy", "--from-file", file.path, "--to", data.path)
        #expect(readable.status == 2 && readable.output.contains("--from-file: everybody"), "\(readable.output)")
        #expect(chmod(file.path, 0o600) == 0)
        let refused = try CommandTests.laurel("copy", "--from-file", file.path, "--to", data.path)
        #expect(refused.status == 1 && refused.output.contains("--from: Can't connect"), "\(refused.output)")
        #expect(!refused.output.contains("secret") && !FileManager.default.fileExists(atPath: data.path))
        let same = try CommandTests.laurel("copy", "--from-file", file.path, "--to-file", file.path)
        #expect(same.status == 2 && same.output.contains("are the same store"), "\(same.output)")
        let twice = try CommandTests.laurel(
            "copy", "--from", data.path, "--from-file", file.path, "--to", data.path)
        #expect(twice.status == 2 && twice.output.contains("both name the store to copy"), "\(twice.output)")
        try Data("/var/lib/laurel".utf8).write(to: file)
        let noAddress = try CommandTests.laurel("copy", "--from", data.path, "--to-file", file.path)
        #expect(noAddress.status == 2 && noAddress.output.contains("--to-file must be"), "\(noAddress.output)")
    }
}
