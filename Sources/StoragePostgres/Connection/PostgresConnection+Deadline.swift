import CLaurelPostgres
import Glibc
import LaurelStorage
import LaurelStorageSQL

/// Why there is no answer within a time that the client measures. Reasons name servers and no password.
enum DeadlineError: Error {
    /// Nobody said anything in time.
    case silent(reason: String)
    /// The connection ended, or none was to be had.
    case lost(reason: String)
    /// The server's answer.
    case refused(StoreError)
}

/// Connecting and asking with an end that the client sees to by itself. A server that was stopped still accepts
/// connections and acknowledges what is sent.
extension PostgresConnection {
    /// How long others may take once one can be written to, in milliseconds.
    private static let graceMilliseconds = 300

    /// One of the places that an address names, connected.
    struct Found<Value> {
        let connection: PostgresConnection
        let host: PostgresHosts.Host
        let value: Value
    }

    /// Connects to all places that an address names at once, and asks those that can be written to.
    ///
    /// More than one can, when a standby was promoted and the former primary goes on: that one answers from its past.
    /// Names are resolved first, for as long as that takes.
    ///
    /// - Returns: at least one.
    static func opened<Value>(
        to server: String, by deadline: SteadyDeadline,
        asking ask: (PostgresConnection) throws(DeadlineError) -> Value
    ) throws(DeadlineError) -> [Found<Value>] {
        let base = parameters(of: server)
        var attempts: [(handle: OpaquePointer, events: Int32, host: PostgresHosts.Host)] = []
        defer { for attempt in attempts { PQfinish(attempt.handle) } }
        for host in PostgresHosts(of: server).all {
            let start = with(base + host) { names, values in PQconnectStartParams(names, values, 1) }
            if let start { attempts.append((start, POLLOUT, host)) }
        }
        var found: [Found<Value>] = []
        var refusals: [String] = []
        var end = deadline
        while true {
            attempts.removeAll { attempt in
                guard PQstatus(attempt.handle) == CONNECTION_BAD || PQsocket(attempt.handle) < 0 else { return false }
                // It ends with this.
                refusals.append(PostgresConnection(taking: attempt.handle).trouble)
                return true
            }
            guard !attempts.isEmpty else { break }
            var sockets = attempts.map { pollfd(fd: PQsocket($0.handle), events: Int16($0.events), revents: 0) }
            guard end.wait(for: &sockets) else { break }
            var open: [Int] = []
            for index in attempts.indices where sockets[index].revents != 0 {
                switch PQconnectPoll(attempts[index].handle) {
                case PGRES_POLLING_OK: open.append(index)
                case PGRES_POLLING_READING: attempts[index].events = POLLIN
                case PGRES_POLLING_WRITING: attempts[index].events = POLLOUT
                // Its status says so.
                default: break
                }
            }
            for index in open.reversed() {
                let attempt = attempts.remove(at: index)
                let connection = PostgresConnection(taking: attempt.handle)
                found.append(Found(connection: connection, host: attempt.host, value: try ask(connection)))
                if found.count == 1 { end = deadline.orIn(milliseconds: graceMilliseconds) }
            }
        }
        guard found.isEmpty else { return found }
        guard !attempts.isEmpty else { throw .lost(reason: refusals.joined(separator: "; ")) }
        let silent = attempts.map { PostgresHosts.name($0.host) }.joined(separator: ", ")
        throw .silent(reason: (["no answer from \(silent)"] + refusals).joined(separator: "; "))
    }

    /// - Throws: then this connection is not to be used any more.
    func ask(_ sql: SQL, by deadline: SteadyDeadline) throws(DeadlineError) -> PostgresAnswer {
        let parameters = PostgresParameters(sql.values)
        let isBegun = parameters.with { types, values, lengths, formats in
            PQsetnonblocking(handle, 1) == 0
                && PQsendQueryParams(
                    handle, sql.text, parameters.count, types, values, lengths, formats, PostgresAnswer.binaryFormat)
                    == 1
        }
        guard isBegun else { throw lost }
        try send(by: deadline)
        let first = try nextResult(by: deadline)
        let answer: PostgresAnswer
        do throws(StoreError) { answer = try self.answer(first) } catch {
            // A server that ends says so, and closes the connection behind it.
            throw error == .unavailable ? lost : .refused(error)
        }
        while let rest = try nextResult(by: deadline) { PQclear(rest) }
        return answer
    }

    private var lost: DeadlineError {
        let words = trouble
        return .lost(reason: "the connection to \(hostAndPort) ended" + (words.isEmpty ? "" : ": \(words)"))
    }

    private func send(by deadline: SteadyDeadline) throws(DeadlineError) {
        while true {
            let rest = PQflush(handle)
            guard rest >= 0 else { throw lost }
            if rest == 0 { return }
            // A server may want to be read from before it reads on.
            if try wait(for: POLLIN | POLLOUT, by: deadline) & POLLIN != 0 { try take() }
        }
    }

    /// - Returns: nil behind the last one.
    private func nextResult(by deadline: SteadyDeadline) throws(DeadlineError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            _ = try wait(for: POLLIN, by: deadline)
            try take()
        }
        return PQgetResult(handle)
    }

    private func take() throws(DeadlineError) {
        guard PQconsumeInput(handle) == 1 else { throw lost }
    }

    private func wait(for events: Int32, by deadline: SteadyDeadline) throws(DeadlineError) -> Int32 {
        var sockets = [pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)]
        guard sockets[0].fd >= 0 else { throw lost }
        guard deadline.wait(for: &sockets) else { throw .silent(reason: "no answer from \(hostAndPort)") }
        return Int32(sockets[0].revents)
    }
}
