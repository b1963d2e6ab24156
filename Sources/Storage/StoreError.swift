/// Why a store did not do as asked. Nothing was written then, unless it is ``inDoubt``.
public enum StoreError: Error, Hashable, Sendable {
    /// For the moment; the same call may succeed later.
    case unavailable
    /// The disk has no room. Once it has, the same call may succeed.
    case full
    /// The disk did not do as asked; what the store holds now, only the store can say.
    case failing(reason: String)
    /// Somebody else changed what this change was based on.
    case conflict
    /// What was read isn't what was written. The reason is for the operator.
    case damaged(reason: String)
    /// The connection to the store ended while it committed. All was written, or nothing; a store that could be asked
    /// would have settled it.
    case inDoubt
    /// Somebody else has taken the store over. What was written until then stays; this process writes nothing more.
    case lostOwnership
    /// It will not get better by itself. The reason is for the log alone.
    case broken(reason: String)
}

extension StoreError {
    /// Whether what is known of the store still holds after it.
    public var leavesStoreSound: Bool {
        switch self {
        case .unavailable, .full: true
        case .failing, .conflict, .damaged, .inDoubt, .lostOwnership, .broken: false
        }
    }
}

extension StoreError {
    /// Whether the store can still be used by this process: later, or once memory was made from it anew.
    public var canPass: Bool {
        switch self {
        case .unavailable, .full, .failing, .conflict, .inDoubt: true
        case .damaged, .lostOwnership, .broken: false
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// For the log.
    public var description: String {
        switch self {
        case .unavailable: "the store is busy, or can't be reached"
        case .full: "the disk is full"
        case .failing(let reason): "the disk failed: \(reason)"
        case .conflict: "conflict"
        case .inDoubt: "the store can't be asked whether it wrote the last change"
        case .lostOwnership: "another server has taken the store over"
        case .damaged(let reason), .broken(let reason): reason
        }
    }
}
