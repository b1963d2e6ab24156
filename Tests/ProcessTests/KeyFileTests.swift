import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// The key that seals secrets in the store: its file, its loss, its rotation.
@Suite("Key file", .serialized, .timeLimit(.minutes(15))) struct KeyFileTests {
    private static func laurel(_ words: String..., data: URL, key: URL? = nil) throws -> (status: Int32, output: String)
    {
        let all = words + ["--data", data.path] + (key.map { ["--key-file", $0.path] } ?? [])
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", "exec \"$0\" \"$@\" 2>&1", BuiltProducts.executable("laurel").path] + all)
        let output = process.remainingOutput()
        return (process.wait(), output)
    }

    private static func mode(_ file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
    }

    @Test("an empty LAUREL_KEY_FILE names none, and the file in the folder is used")
    func emptyName() throws {
        let data = try URL(filePath: TemporaryFolder().path)
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        let rotated = try CommandTests.laurel(
            all: ["secrets", "rotate"], data: data, variables: ["LAUREL_KEY_FILE": ""])
        #expect(rotated.status == 0, "\(rotated.output)")
    }

    @Test("is made at the first start for its owner alone, is in no backup, and without it a store is refused")
    func life() async throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let data = folder.appending(path: "data")
        let key = data.appending(path: "laurel.key")
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        #expect(try Self.mode(key) == 0o600)
        let first = try String(contentsOf: key, encoding: .utf8)

        let backup = folder.appending(path: "backup.db")
        let made = try Self.laurel("backup", "--to", backup.path, data: data)
        #expect(made.status == 0 && made.output.contains("laurel.key"), "\(made.output)")
        let digits = try #require(first.split(separator: " ").last?.prefix(64))
        let raw = Data(
            stride(from: 0, to: 64, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) })
        #expect(raw.count == 32)
        let copied = try Data(contentsOf: backup)
        #expect(copied.range(of: raw) == nil && copied.range(of: Data(digits.utf8)) == nil)
        #expect(copied.range(of: Data("LSB1".utf8)) != nil)

        let other = folder.appending(path: "other")
        let restored = try Self.laurel("restore", "--from", backup.path, data: other)
        #expect(restored.status == 0 && restored.output.contains("\(other.path)/laurel.key"), "\(restored.output)")
        // Nothing is made up for a key that is lost.
        let refused = try Self.laurel("app", "list", data: other)
        #expect(
            refused.status == 1 && refused.output.contains("laurel secrets forget --data \(other.path)"),
            "\(refused.output)")
        #expect(!FileManager.default.fileExists(atPath: other.appending(path: "laurel.key").path))
        let asked = try Self.laurel("secrets", "forget", data: other)
        #expect(asked.status == 1 && asked.output.contains("--yes"), "\(asked.output)")
        #expect(try Self.laurel("app", "list", data: other).status == 1)
        // With the key, wherever it lies, it is as it was.
        let safe = folder.appending(path: "safe.key")
        try FileManager.default.copyItem(at: key, to: safe)
        let server = try LaurelProcess(dataFolder: other, arguments: ["--key-file", safe.path])
        #expect(server.stop() == 0)
        // Lost for good.
        let forgotten = try Self.laurel("secrets", "forget", "--yes", data: other)
        #expect(forgotten.status == 0, "\(forgotten.output)")
        let after = try Self.laurel("app", "list", data: other)
        #expect(after.status == 0 && after.output.contains("org.example.golf"), "\(after.output)")
    }

    @Test("can be replaced: older keys open older backups until they are dropped")
    func rotation() throws {
        let folder = try URL(filePath: TemporaryFolder().path)
        let data = folder.appending(path: "data")
        let key = data.appending(path: "laurel.key")
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        let old = try String(contentsOf: key, encoding: .utf8)
        let backup = folder.appending(path: "backup.db")
        #expect(try Self.laurel("backup", "--to", backup.path, data: data).status == 0)
        let rotated = try Self.laurel("secrets", "rotate", data: data)
        #expect(rotated.status == 0 && rotated.output.contains("Sealed 2 secrets"), "\(rotated.output)")
        #expect(try String(contentsOf: key, encoding: .utf8).components(separatedBy: "\nkey ").count == 3)
        #expect(try Self.mode(key) == 0o600)
        #expect(try Self.laurel("app", "list", data: data).status == 0)
        let listed = try Self.laurel("secrets", "list", data: data)
        #expect(listed.output.contains("yes, seals new ones"), "\(listed.output)")
        #expect(try Self.laurel("restore", "--replace", "--from", backup.path, data: data).status == 0)
        #expect(try Self.laurel("app", "list", data: data).status == 0)
        #expect(try Self.laurel("secrets", "rotate", "--drop-old", data: data).status == 0)
        #expect(try String(contentsOf: key, encoding: .utf8).components(separatedBy: "\nkey ").count == 2)
        #expect(try Self.laurel("app", "list", data: data).status == 0)
        try Data(old.utf8).write(to: key)
        let wrong = try Self.laurel("app", "list", data: data)
        #expect(wrong.status == 1 && wrong.output.contains("another store's key file"), "\(wrong.output)")
    }

    @Test("that everybody can read, or that is none, is refused; doctor says so")
    func refused() throws {
        let data = try URL(filePath: TemporaryFolder().path).appending(path: "data")
        let key = data.appending(path: "laurel.key")
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key.path)
        let open = try Self.laurel("app", "list", data: data)
        #expect(open.status == 1 && open.output.contains("chmod 600"), "\(open.output)")
        #expect(try Self.laurel("doctor", data: data).output.contains("✗ key file"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        #expect(try Self.laurel("doctor", data: data).output.contains("✓ key file"))
        try Data("not a key".utf8).write(to: key)
        let none = try Self.laurel("app", "list", data: data)
        #expect(none.status == 1 && none.output.contains("isn't a key file"), "\(none.output)")
        try FileManager.default.removeItem(at: key)
        let lost = try Self.laurel("doctor", data: data)
        #expect(lost.status == 1 && lost.output.contains("✗ key file") && lost.output.contains("sealed with key"))

        let nowhere = data.appending(path: "nowhere")
        let list = try Self.laurel("secrets", "list", data: nowhere)
        #expect(list.status == 1 && list.output.contains("has no data"), "\(list.output)")
        #expect(!FileManager.default.fileExists(atPath: nowhere.path))
    }
}
