public import LaurelStorage

/// Why a store in PostgreSQL can't be used.
public enum PostgresOpenError: Error, Hashable, Sendable {
    /// libpq can't read the address. It isn't repeated: it may have a password in it.
    case address
    /// - Parameter cause: nil: none that is known, such as a network that is down.
    case unreachable(reason: String, cause: Cause? = nil)
    /// A newer program made its tables, or brought them up to date.
    case newer(version: Int64, supported: Int64)
    /// Texts would come back otherwise than they were written.
    case encoding(String)
    /// `laurel copy` hasn't copied everything into it.
    case unfinishedCopy
    /// A copy needs a database without data; the table has a row.
    case notEmpty(table: String)
    /// An older program made its tables, and a copy doesn't bring them up to date.
    case older
    /// There is nothing to copy.
    case noTables
    /// A server, or a command, is connected.
    case inUse
    case store(StoreError)

    /// Why there is no connection, where something else helps than another address.
    public enum Cause: Hashable, Sendable {
        case noDatabase(name: String, user: String)
        /// The user, their password, or the server's rules for both.
        case notLetIn
        /// A server answers, and takes no changes.
        case readOnly
    }
}

extension PostgresOpenError {
    /// Whether it may be over soon.
    public var canPass: Bool {
        switch self {
        case .unreachable: true
        case .store(let error): error.canPass
        case .address, .newer, .encoding, .unfinishedCopy, .notEmpty, .older, .noTables, .inUse: false
        }
    }
}

extension PostgresOpenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address:
            "PostgreSQL's library can't read the address. Give one such as postgres://laurel@db.example/laurel, "
                + "with %40 for an @ and %2F for a / in a password"
        case .unreachable(let reason, .noDatabase(let name, let user)):
            "Can't connect to the PostgreSQL server (\(reason)). Check the database's name in the address, or create "
                + "the database as PostgreSQL's administrator: createdb --owner=\(Self.quoted(user)) --encoding=UTF8 "
                + "--template=template0 \(Self.quoted(name))"
        case .unreachable(let reason, .notLetIn):
            "The PostgreSQL server doesn't let this user in (\(reason)). Check the user in the address; the password "
                + "in ~/.pgpass, or in the file that PGPASSFILE names, which nobody else may read (chmod 600); and the "
                + "server's pg_hba.conf"
        case .unreachable(let reason, .readOnly):
            "The PostgreSQL server can't be written to (\(reason)). If it's a standby, bring the primary back, or have "
                + "the standby promoted (in psql: SELECT pg_promote()). If it's the primary, turn off "
                + "default_transaction_read_only"
        case .unreachable(let reason, nil):
            "Can't connect to the PostgreSQL server, or it can't be written to (\(reason)). Check the address, and "
                + "that it runs"
        case .newer(let version, let supported):
            "The database has tables of version \(version), and this program knows up to \(supported). "
                + "Start the newer program"
        case .encoding(let encoding): "The database stores text as \(encoding). Create one with ENCODING 'UTF8'"
        case .unfinishedCopy:
            "The database has a copy of another store that isn't finished. Run the same `laurel copy` again to finish "
                + "it, or empty the database"
        case .notEmpty(let table):
            "The database has data already (in table \(table)); nothing was changed. Create another database"
        case .older:
            "The database has tables of an older program. Start this program's server on it once, or create another one"
        case .noTables: "The database has no store. Check the address"
        case .inUse: "Another server or command is using the database. Stop it first"
        case .store(let error): "The database can't be used: \(error)"
        }
    }

    /// A word as it can be typed.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
