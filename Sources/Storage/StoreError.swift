/// Why a store did not do as asked. Nothing was written then.
public enum StoreError: Error, Hashable, Sendable {
    /// For the moment; the same call may succeed later.
    case unavailable
    /// Somebody else changed what this change was based on.
    case conflict
    /// It will not get better by itself. The reason is for the log alone.
    case broken(reason: String)
}
