/// What a request costs the server, roughly: each kind has a budget of its own, so that none of them uses up another's.
public enum RequestClass: UInt8, CaseIterable, Hashable, Sendable {
    /// Answered from memory.
    case read
    /// Writes, and waits for the disk.
    case write
    /// Reads or computes much: exports, searches, whole histories.
    case expensive
    /// Brings a thousand rows at once: imports of scores.
    case bulk

    public var name: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .expensive: "expensive"
        case .bulk: "bulk"
        }
    }
}
