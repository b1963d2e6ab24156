/// How a transaction that writes gets its turn. Behind its BEGIN, before anything is read.
///
/// Two that write the same row can't both be serializable: the one that waited fails and begins anew. One whose rival
/// writes without a pause would fail each time. So who begins anew waits until those under way have ended, and those
/// that come later wait for it: PostgreSQL's queue for a lock is fair. It is the lock of a table that they all write.
enum WritingTurn {
    case besideOthers
    /// The only one that writes more than rows of the journal.
    case alone

    /// Somebody whose connection hangs may have a turn for long.
    private static let waitMilliseconds = 1_000

    var statements: String {
        switch self {
        case .besideOthers: "LOCK TABLE commit_marks IN ROW EXCLUSIVE MODE"
        case .alone:
            """
            SET LOCAL lock_timeout = \(Self.waitMilliseconds); LOCK TABLE commit_marks IN SHARE ROW EXCLUSIVE MODE; \
            SET LOCAL lock_timeout TO DEFAULT
            """
        }
    }
}
