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
            throw Failure("\(fileOption) and \(option) say the same. Leave one out")
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
        case (.folder(let one), .folder(let other)): one == other
        case (.server(let one, _), .server(let other, _)): one == other
        case (.folder, .server), (.server, .folder): false
        }
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

    func source() throws(Failure) -> any CopySource {
        switch self {
        case .folder(let path):
            // What it has is older than what servers write elsewhere.
            try StoreLocation.requireHere(path)
            do throws(OpenError) { return try SQLiteCopySource(dataFolder: path) } catch {
                throw Failure("--from: \(error)", status: 1)
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
                throw Failure("--to: \(error)", status: 1)
            }
        case .server(let address, _):
            do throws(PostgresOpenError) { return try PostgresCopyTarget(server: address) } catch {
                throw Failure("--to: \(error)", status: 1)
            }
        }
    }
}
