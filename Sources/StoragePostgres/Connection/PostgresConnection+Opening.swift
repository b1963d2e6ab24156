import CLaurelPostgres
import Glibc
import LaurelStorage

extension PostgresConnection {
    /// A connection, or what is in its way, for the operator. A second try says that, and may succeed: a server that is
    /// busy can be too slow for the first.
    static func opened(to server: String) throws(PostgresOpenError) -> PostgresConnection {
        guard isUnderstood(server) else { throw .address }
        do throws(StoreError) { return try PostgresConnection(to: server) } catch {
            guard let handle = connect(to: server) else { throw .unreachable(reason: "out of memory") }
            let connection = PostgresConnection(taking: handle)
            guard connection.isConnected else {
                let reason = connection.trouble
                throw .unreachable(reason: reason, cause: connection.cause(of: reason, server))
            }
            return connection
        }
    }

    /// For a diagnosis that comes after two tries with the time that the address allows.
    private static let codesMilliseconds = 2_000

    /// What is known of a connection that couldn't be made.
    private func cause(of reason: String, _ server: String) -> PostgresOpenError.Cause? {
        // libpq says these two itself, in English.
        if reason.contains("session is read-only") { return .readOnly }
        if PQconnectionNeedsPassword(handle) == 1 { return .notLetIn }
        let answer = Self.answer(ofRefusing: server)
        func has(_ state: String) -> Bool { answer.contains("  \(state): ") }
        if has("3D000") {
            let (name, user) = (PQdb(handle).map { String(cString: $0) }, PQuser(handle).map { String(cString: $0) })
            if let name, let user { return .noDatabase(name: name, user: user) }
        }
        return has("28P01") || has("28000") ? .notLetIn : nil
    }

    /// What servers say that refuse a connection, with the codes of their errors. Of a connection, libpq gives no code
    /// by itself, and the words are in the server's language.
    ///
    /// - Returns: nothing of servers that are silent for long.
    private static func answer(ofRefusing server: String) -> String {
        let start = with(parameters(of: server)) { names, values in PQconnectStartParams(names, values, 1) }
        guard let handle = start else { return "" }
        defer { PQfinish(handle) }
        _ = PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        let deadline = SteadyDeadline(inMilliseconds: codesMilliseconds)
        var events = POLLOUT
        while PQstatus(handle) != CONNECTION_BAD {
            var sockets = [pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)]
            guard sockets[0].fd >= 0, deadline.wait(for: &sockets) else { return "" }
            switch PQconnectPoll(handle) {
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            // Connected by now, or refused.
            default: return String(cString: PQerrorMessage(handle))
            }
        }
        return String(cString: PQerrorMessage(handle))
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
