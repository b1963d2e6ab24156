import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// `laurel serve --store`: a server whose store is in PostgreSQL.
@Suite("A store in PostgreSQL", .serialized, .timeLimit(.minutes(15))) struct PostgresStoreTests {
    /// As it is installed: what it has acknowledged is on the disk.
    private static let postgres = Result { try PostgresServer() }
    private static let hasty = Result { try PostgresServer(settings: "-c fsync=off") }
    /// For a key file of its own.
    private static let lone = Result { try PostgresServer(settings: "-c fsync=off") }

    private func store(_ server: Result<PostgresServer, any Error> = postgres) throws -> [String] {
        ["--store", "postgres://laurel:s3cret@/postgres?host=\(try server.get().folder)"]
    }

    /// Everything a server says that is expected to end by itself.
    private func refusal(_ folder: URL, _ options: [String]) throws -> CommandTests.Run {
        try CommandTests.laurel(all: ["serve", "--port", "0", "--log", "none"] + options, data: folder)
    }

    @Test("scores are kept over kill -9; a second server takes the store over, and the first ends with status 0")
    func takeover() async throws {
        let folder = try CommandTests.folder()
        let first = try LaurelProcess(dataFolder: folder, arguments: store())
        let game = try await TestGame(on: first)
        let token = try await game.player("jim")
        for value in 1...20 {
            let answer = try await first.http.json(
                "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
            #expect(answer.status == 200, "\(answer.text)")
        }
        first.kill()
        let log = folder.appending(path: "log")
        let second = try LaurelProcess(dataFolder: folder, arguments: store() + ["--log", log.path])
        for value in 1...20 {
            let answer = try await second.http.json(
                "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
            #expect(answer.object["isRepeat"] as? Bool == true, "\(answer.text)")
        }
        #expect(try CommandTests.laurel("player", "list", data: folder).output.contains("jim"))

        // Two servers in one folder are refused before the store changes hands.
        let beside = try refusal(folder, store())
        #expect(beside.status == 1 && beside.output.contains("is using the data folder"), "\(beside.output)")
        // Without the key, too.
        let other = try CommandTests.folder()
        let key = folder.appending(path: "laurel.key").path
        try Data("key \(String(repeating: "ab", count: 32))\n".utf8).write(to: other.appending(path: "laurel.key"))
        #expect(chmod(other.appending(path: "laurel.key").path, 0o600) == 0)
        // Nor may the commands for keys take a store that lies unused in the folder.
        let unused = other.appending(path: "laurel.db")
        try Data().write(to: unused)
        let keyless = try refusal(other, store())
        #expect(keyless.status == 1 && keyless.output.contains("another store's key file"), "\(keyless.output)")
        #expect(keyless.output.contains("\(unused.path) isn't used"), "\(keyless.output)")
        #expect(keyless.output.contains("laurel copy --from URL"), "\(keyless.output)")
        #expect(!keyless.output.contains("forget --data \(other.path)"), "\(keyless.output)")
        let alive = try await second.http.json("POST", game.scores, ["value": 21, "id": "s21"], token: token)
        #expect(alive.status == 200, "\(alive.text)")

        let third = try LaurelProcess(
            dataFolder: other, arguments: ["--key-file", key], environment: ["LAUREL_STORE": store()[1]])
        let (output, status) = second.ended()
        #expect(status == 0, "\(output)")
        #expect(try String(contentsOf: log, encoding: .utf8).contains("\"event\":\"store-taken-over\""))
        let answer = try await third.http.json("POST", game.scores, ["value": 21, "id": "s21"], token: token)
        #expect(answer.object["isRepeat"] as? Bool == true, "\(answer.text)")
        #expect(third.stop() == 0)
    }

    @Test("a folder whose store is in PostgreSQL gets no second one, and commands say where to type them")
    func mark() throws {
        let folder = try CommandTests.folder()
        #expect(
            try LaurelProcess(dataFolder: folder, arguments: store(Self.hasty) + ["--accept-unsafe-store"]).stop() == 0)
        for words in [
            ["serve", "--port", "0"], ["player", "list"], ["backup", "--to", "/nowhere/x"], ["secrets", "list"],
        ] {
            let run = try CommandTests.laurel(all: words, data: folder)
            #expect(run.status == 1 && run.output.contains("PostgreSQL"), "\(words): \(run.output)")
        }
        let status = try CommandTests.laurel(all: ["cluster", "status"] + store(Self.hasty))
        #expect(status.status == 1 && status.output.contains("started without --node"), "\(status.output)")
        let secret = try CommandTests.folder().appending(path: "store")
        try Data(store(Self.hasty)[1].utf8).write(to: secret)
        #expect(chmod(secret.path, 0o600) == 0)
        for command in ["status", "raise"] {
            let filed = try CommandTests.laurel("cluster", command, "--store-file", secret.path)
            #expect(filed.output.contains("database postgres on"), "\(command): \(filed.output)")
            let help = try CommandTests.laurel("cluster", command, "--help").output
            #expect(help.contains("--store-file FILE") && !help.contains("data folder"), "\(help)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "laurel.db").path))
    }

    @Test("a start that can't listen leaves the folder with its own store, and takes over no other where that is known")
    func deaf() throws {
        let folder = try CommandTests.folder()
        let database = try store(Self.lone) + ["--accept-unsafe-store"]
        #expect(
            try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: folder).status == 0)
        // Nothing but a socket may stand there, as is found when all else is done.
        let socket = folder.appending(path: "laurel.sock")
        try Data().write(to: socket)
        let blocked = try refusal(folder, database)
        #expect(blocked.status == 1 && blocked.output.contains(socket.path), "\(blocked.output)")
        try FileManager.default.removeItem(at: socket)

        let other = try LaurelProcess()
        let used = try #require(other.base.port)
        let certificate = try CertificateFiles(in: folder.path)
        let files = ["--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path]
        for (options, text) in [
            (
                files + ["--port", "0", "--redirect-port", "\(used)"],
                "127.0.0.1:\(used) is already in use; choose another with --redirect-port"
            ),
            (["--port", "\(used)"], "127.0.0.1:\(used) is already in use; choose another with --port"),
            (["--port", "8099", "--address", "192.0.2.1"], "this machine doesn't have 192.0.2.1"),
        ] as [([String], String)] {
            let run = try CommandTests.laurel(all: ["serve", "--log", "none"] + database + options, data: folder)
            #expect(run.status == 1 && run.output.contains(text), "\(run.output)")
            #expect(!run.output.contains("Took over"), "\(run.output)")
        }
        other.stop()
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "laurel.postgres").path))
        let apps = try CommandTests.laurel("app", "list", data: folder)
        #expect(apps.status == 0 && apps.output.contains("org.example.golf"), "\(apps.output)")
    }

    @Test("settings that lose acknowledged scores stop the start, unless they are accepted, and the doctor says them")
    func unsafe() throws {
        let folder = try CommandTests.folder()
        let refused = try refusal(folder, store(Self.hasty))
        #expect(refused.status == 1 && refused.output.contains("fsync: off"), "\(refused.output)")
        #expect(refused.output.contains("--accept-unsafe-store"))
        let doctor = try CommandTests.laurel(all: ["doctor"] + store(Self.hasty), data: folder)
        #expect(doctor.status == 1 && doctor.output.contains("✗ fsync: off (command line)"), "\(doctor.output)")
        let fine = try CommandTests.laurel(all: ["doctor"] + store(), data: folder)
        #expect(fine.output.contains("✓ fsync: on") && !fine.output.contains("✗"), "\(fine.output)")
    }

    @Test("an address that can't be used is refused without its password")
    func addresses() throws {
        let folder = try CommandTests.folder()
        for (address, status) in [
            ("postgres://laurel:s3cret@localhost:1/laurel", 1), ("postgres://laurel:s3/cret@localhost/laurel", 1),
            ("host='s3cret", 1), ("/var/lib/s3cret", 2), ("", 2),
        ] as [(String, Int32)] {
            let run = try refusal(folder, ["--store", address])
            #expect(run.status == status, "\(address): \(run.output)")
            #expect(!run.output.contains("cret") || address.isEmpty, "\(address): \(run.output)")
        }
    }
}
