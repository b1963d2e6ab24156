import Glibc
import LaurelStoragePostgres
import LaurelStorageSQLite

/// A store as `laurel copy` names it.
enum CopiedStore: Equatable {
    case folder(String)
    /// libpq's address of a database, and the file that it stands in; nil: it was typed.
    case server(String, file: String?)

    /// - Parameter option: `--from` or `--to`; with `-file` behind it, it names a file with an address.
    init(_ invocation: Invocation, _ option: String) throws(Failure) {
        let fileOption = option + "-file"
        guard let file = invocation[fileOption] else {
            self = try CopiedStore(invocation[option], option: option)
            return
        }
        guard invocation[option] == nil else {
            let meaning = option == "--from" ? "the store to copy" : "the store to copy into"
            throw Failure("\(fileOption) and \(option) both name \(meaning). Leave one out")
        }
        let address = try SecretFile.read(file, fileOption)
        guard StoreLocation.isAddress(address) else { throw StoreLocation.refusal(fileOption) }
        self = .server(address, file: file)
    }

    /// - Parameter text: what `option` says; nil: it isn't there.
    private init(_ text: String?, option: String) throws(Failure) {
        guard let text, !text.isEmpty else { throw Failure("\(option) STORE or \(option)-file FILE is required") }
        if ["postgres://", "postgresql://"].contains(where: text.hasPrefix) {
            self = .server(text, file: nil)
        } else if text.contains("://") {
            throw Failure(
                "\(option) must be a data folder or postgres://USER@HOST/DATABASE, not “\(Self.withoutPassword(text))”")
        } else if text.contains("="), !text.hasPrefix("/"), !text.hasPrefix(".") {
            // libpq's other way to name a database; a password may be in it.
            throw Failure(
                "\(option) must be a data folder (./NAME, if its name has a “=”) or postgres://USER@HOST/DATABASE. "
                    + "\(option)-file takes any of libpq's connection strings")
        } else {
            self = .folder(text)
        }
    }

    /// Whether they are the same store, however each was given.
    static func == (one: CopiedStore, other: CopiedStore) -> Bool {
        switch (one, other) {
        case (.folder(let one), .folder(let other)): one == other || isSameFolder(one, other)
        case (.server(let one, _), .server(let other, _)): one == other
        case (.folder, .server), (.server, .folder): false
        }
    }

    /// Whether two paths lead to one folder, through links and with a slash at the end, too. A folder that isn't there
    /// yet is the same as no other.
    private static func isSameFolder(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// For the terminal: without a password.
    var name: String {
        switch self {
        case .folder(let path): path
        case .server(_, let file?): "the database of \(file)"
        case .server(let address, nil): Self.withoutPassword(address)
        }
    }

    /// What a server is started with.
    var option: String {
        switch self {
        case .folder(let path): "--data \(path)"
        case .server(_, let file?): "--store-file \(file)"
        case .server(let address, nil): "--store \(Self.withoutPassword(address))"
        }
    }

    static func withoutPassword(_ address: String) -> String {
        // Options may have one, too.
        var text = String(address.prefix { $0 != "?" })
        guard let start = text.firstRange(of: "://")?.upperBound, let end = text[start...].lastIndex(of: "@"),
            let colon = text[start..<end].firstIndex(of: ":")
        else { return text }
        text.removeSubrange(colon..<end)
        return text
    }

    /// - Parameter option: whose folder it is: this command has no `--data`.
    private static func refusal(_ option: String, _ error: OpenError) -> Failure {
        guard case .inUse(let folder, let pid) = error else { return Failure("\(option): \(error)", status: 1) }
        let user = pid.map { "process \($0)" } ?? "another process"
        return Failure(
            "\(option): \(user), a server or another command, is using the data folder \(folder). Stop it first, or "
                + "give another folder with \(option)", status: 1)
    }

    func source() throws(Failure) -> any CopySource {
        switch self {
        case .folder(let path):
            // What it has is older than what servers write elsewhere.
            try StoreLocation.requireHere(path)
            do throws(OpenError) { return try SQLiteCopySource(dataFolder: path) } catch {
                throw Self.refusal("--from", error)
            }
        case .server(let address, _):
            do throws(PostgresOpenError) { return try PostgresCopySource(server: address) } catch {
                throw Failure("--from: \(error)", status: 1)
            }
        }
    }

    /// Once a copy is complete: its folder has the store now.
    func noteHere() throws(Failure) { if case .folder(let path) = self { try StoreLocation.noteHere(path) } }

    func target() throws(Failure) -> any CopyTarget {
        switch self {
        case .folder(let path):
            do throws(OpenError) { return try SQLiteCopyTarget(dataFolder: path) } catch {
                throw Self.refusal("--to", error)
            }
        case .server(let address, _):
            do throws(PostgresOpenError) { return try PostgresCopyTarget(server: address) } catch {
                throw Failure("--to: \(error)", status: 1)
            }
        }
    }
}
