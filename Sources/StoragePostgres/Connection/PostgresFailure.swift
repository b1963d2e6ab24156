import CLaurelPostgres
import LaurelStorage

/// Why a statement, or a whole transaction, did not succeed.
struct PostgresFailure {
    /// What can be done about it.
    enum Kind {
        /// The same transaction may succeed if it is repeated: others were in its way, or the connection is gone.
        case passing
        /// It won't.
        case lasting
        /// Nobody knows whether the transaction was committed.
        case doubt
    }

    var kind: Kind
    var error: StoreError

    /// The connection ended.
    static func lost(_ message: String) -> PostgresFailure {
        PostgresFailure(kind: .passing, error: .unavailable)
    }

    static let doubt = PostgresFailure(kind: .doubt, error: .inDoubt)

    /// Of a result that is an error. Source: Appendix A of PostgreSQL's manual, "Error Codes".
    init(_ result: OpaquePointer?, isConnected: Bool) {
        guard let result, let state = laurel_pq_sqlstate(result).map({ String(cString: $0) }) else {
            self.init(kind: isConnected ? .lasting : .passing, error: .unavailable)
            return
        }
        let message = laurel_pq_message(result).map { String(cString: $0) } ?? ""
        let isPassing = !isConnected || ["40001", "40P01", "25006"].contains(state) || state.hasPrefix("57P")
        self.init(kind: isPassing ? .passing : .lasting, error: StoreError(sqlState: state, message: message))
    }

    init(kind: Kind, error: StoreError) {
        self.kind = kind
        self.error = error
    }
}

extension StoreError {
    init(sqlState state: String, message: String) {
        let reason = "PostgreSQL \(state): \(message)"
        switch state {
        case "53100": self = .full
        // A division by zero: none of our statements divides but the check of ownership.
        case "22012": self = .lostOwnership
        // The root of a negative number, likewise: none but the check of the row before.
        case "2201F":
            self = .damaged(
                reason: "rows that were written are gone: a standby without them was promoted, or a backup restored")
        // Broken constraints.
        case _ where state.hasPrefix("23"): self = .conflict
        // A server that only reads; connections, serialization and deadlocks, resources, locks, the operator's doing.
        case "25006": self = .unavailable
        case _ where ["08", "40", "53", "55", "57"].contains(state.prefix(2)): self = .unavailable
        case _ where state.hasPrefix("58"): self = .failing(reason: reason)
        case "XX001", "XX002": self = .damaged(reason: reason)
        default: self = .broken(reason: reason)
        }
    }
}
