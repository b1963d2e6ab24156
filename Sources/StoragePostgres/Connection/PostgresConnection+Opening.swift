import CLaurelPostgres
import LaurelStorage

extension PostgresConnection {
    /// A connection, or what is in its way, for the operator. A second try says that, and may succeed: a server that is
    /// busy can be too slow for the first.
    static func opened(to server: String) throws(PostgresOpenError) -> PostgresConnection {
        guard isUnderstood(server) else { throw .address }
        do throws(StoreError) { return try PostgresConnection(to: server) } catch {
            guard let handle = connect(to: server) else { throw .unreachable(reason: "out of memory") }
            let connection = PostgresConnection(taking: handle)
            guard connection.isConnected else { throw .unreachable(reason: connection.trouble) }
            return connection
        }
    }

    /// Whether libpq can read an address. What it says of one that it can't read may show a password.
    private static func isUnderstood(_ server: String) -> Bool {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(server, &message) else {
            PQfreemem(message)
            return false
        }
        defer { PQconninfoFree(options) }
        // A password with a / that isn't written as %2F would be taken for the port, and named as a wrong one.
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "port", let port = option.pointee.val {
                return String(cString: port).allSatisfy { $0 == "," || $0.isASCII && $0.isNumber }
            }
            option += 1
        }
        return true
    }

    /// What libpq says of its failure, in one line. It names servers, users and databases, and no password.
    var trouble: String {
        let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n")
        return lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
    }

    /// Which database on which server, for the operator.
    var location: String {
        let (database, host) = (PQdb(handle).map { String(cString: $0) }, PQhost(handle).map { String(cString: $0) })
        return "database \(database ?? "?") on \(host ?? "?")"
    }

    /// Where it goes, or went.
    var hostAndPort: String {
        let (host, port) = (PQhost(handle).map { String(cString: $0) }, PQport(handle).map { String(cString: $0) })
        return "\(host ?? "?"):\(port ?? "?")"
    }
}
