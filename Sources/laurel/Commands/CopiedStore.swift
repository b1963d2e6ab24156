import LaurelStoragePostgres
import LaurelStorageSQLite

/// A store as `laurel copy` names it.
enum CopiedStore: Equatable {
    case folder(String)
    /// libpq's address of a database.
    case server(String)

    /// - Parameter text: what `option` says; nil: it isn't there.
    init(_ text: String?, option: String) throws(Failure) {
        guard let text, !text.isEmpty else { throw Failure("\(option) STORE is required") }
        if ["postgres://", "postgresql://"].contains(where: text.hasPrefix) {
            self = .server(text)
        } else if text.contains("://") {
            throw Failure(
                "\(option) must be a data folder or postgres://USER@HOST/DATABASE, not “\(Self.withoutPassword(text))”")
        } else if text.contains("="), !text.hasPrefix("/"), !text.hasPrefix(".") {
            // libpq's other way to name a database; a password may be in it.
            throw Failure(
                "\(option) must be a data folder (./NAME, if its name has a “=”) or postgres://USER@HOST/DATABASE")
        } else {
            self = .folder(text)
        }
    }

    /// For the terminal: without a password.
    var name: String {
        switch self {
        case .folder(let path): path
        case .server(let address): Self.withoutPassword(address)
        }
    }

    /// What a server is started with.
    var option: String {
        switch self {
        case .folder(let path): "--data \(path)"
        case .server: "--store \(name)"
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
        case .server(let address):
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
        case .server(let address):
            do throws(PostgresOpenError) { return try PostgresCopyTarget(server: address) } catch {
                throw Failure("--to: \(error)", status: 1)
            }
        }
    }
}
