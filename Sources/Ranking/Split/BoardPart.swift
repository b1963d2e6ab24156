public import LaurelDomain

/// One part of a board that is split by players: an index of its own, and the changes of the epochs that are not
/// closed yet.
///
/// ```swift
/// try part.collect(change, at: row.time)            // rows in the order of the journal
/// while true {                                      // every 20 ms, once all rows up to then have come
///     let needs = part.close(through: epoch)        // nearly always none; see ``HistoryNeed``
///     if needs.isEmpty { break }
///     for need in needs { part.replaceHistory(…) }  // or refill
/// }
/// let answer = part.answer(request)                 // as of any of the last ``epochsKept`` closed epochs
/// ```
///
/// A reader never sees a change of an epoch that is not closed. Closing one folds its changes into the index, moves
/// the windows to its last millisecond, and keeps what the changed entries were before: so a reader who began at an
/// epoch can end at it while the part goes on.
///
/// A wipe and a change of range keep nothing of what was before. Older epochs can't be read from then on.
///
/// Not Sendable, and holds no lock, like ``Board``: its owner holds one during every call. Players are named as the
/// whole board names them.
public final class BoardPart {
    /// How many epochs before the last closed one can be read: 1 s, for parts that lag and reads of several rounds.
    public static let epochsKept = 50
    /// How many changes may wait for their epochs to be closed: about 100 bytes each.
    public static let waitingLimit = 1 << 20

    public let split: PlayerSplit
    /// Which part it is, from 0.
    public let number: Int
    /// The epoch that ``close(through:)`` has begun and, for want of rows, not ended.
    public private(set) var closing: BoardEpoch?

    let board: Board
    let images: EntryImages
    private var waiting: [(epoch: BoardEpoch, change: BoardChange)] = []
    /// Views of epochs that were read, until something changes.
    private var views: [ViewKey: PartView] = [:]

    struct ViewKey: Hashable {
        let epoch: BoardEpoch
        let scope: TimeScope
    }

    /// - Parameters:
    ///   - number: 0 ..< `split.parts`.
    ///   - closed: the epoch as of whose end the part is empty; it can be read at once.
    public init(
        _ number: Int, of split: PlayerSplit, order: SortOrder, type: SubmissionType, range: ScoreRange? = nil,
        hasWindows: Bool = true, closed: BoardEpoch
    ) {
        self.number = number
        self.split = split
        board = Board(order: order, type: type, range: range, hasWindows: hasWindows, now: closed.moment)
        images = EntryImages(closed: closed)
        board.images = images
    }

    /// The last closed epoch.
    public var closed: BoardEpoch { images.closed }

    /// The epochs that can be read. Nil: none until the one that is being closed is closed.
    public var readable: ClosedRange<BoardEpoch>? { images.oldest.map { $0...closed } }

    /// What the index takes, without what waits and what is kept of older epochs. Unit: bytes.
    public var bytes: Int { board.bytes }

    /// Why a change is not taken in.
    public enum Refusal: Error, Hashable, Sendable {
        /// Its epoch is closed, or being closed: the member that closed it had promised that no more would come.
        case late
        /// A change of a later epoch came before it.
        case outOfOrder
        /// Its player belongs to another part.
        case otherPart
        /// ``waitingLimit`` changes wait.
        case full
    }

    /// Takes in a change, which nobody sees before its epoch is closed.
    ///
    /// - Parameter time: of the change's row.
    public func collect(_ change: BoardChange, at time: Timestamp) throws(Refusal) {
        let epoch = BoardEpoch(containing: time)
        guard change.player.map({ split.part(of: $0) == number }) ?? true else { throw .otherPart }
        guard closing ?? closed < epoch else { throw .late }
        guard waiting.last?.epoch ?? closed <= epoch else { throw .outOfOrder }
        guard waiting.count < Self.waitingLimit else { throw .full }
        waiting.append((epoch, change))
    }
}

// Closing epochs.
extension BoardPart {
    /// Closes one epoch after the other. To be called when all rows of those epochs have been collected.
    ///
    /// - Returns: whose rows must be given first, as of the end of ``closing``: then call it again. Empty: all are
    ///   closed.
    public func close(through target: BoardEpoch) -> [HistoryNeed] {
        while closed < target {
            views = [:]
            let epoch = closing ?? begin(before: target)
            let needs = board.needsHistory(at: epoch.moment)
            guard needs.isEmpty else { return needs.map(outside) }
            images.close(epoch, keeping: Self.epochsKept)
            closing = nil
        }
        return []
    }

    /// ``Board/replaceHistory(of:rows:)``, with the rows up to the end of ``closing`` and no removal after it.
    public func replaceHistory(of player: PlayerNumber, rows: [Submission]) {
        guard closing != nil, split.part(of: player) == number else { return }
        views = [:]
        board.replaceHistory(of: split.inner(player), rows: inside(rows, of: player))
    }

    /// ``Board/refill(_:rows:)``, with the rows up to the end of ``closing`` and no removal after it.
    public func refill(_ player: PlayerNumber, rows: [Submission]) {
        guard closing != nil, split.part(of: player) == number else { return }
        views = [:]
        board.refill(split.inner(player), rows: inside(rows, of: player))
    }

    /// Folds the next epoch's changes in. A part that lags by more than can be read anyway goes there at once.
    private func begin(before target: BoardEpoch) -> BoardEpoch {
        let epoch = max(closed.advanced(by: 1), target.advanced(by: -Self.epochsKept))
        closing = epoch
        let end = waiting.firstIndex { epoch < $0.epoch } ?? waiting.count
        for item in waiting[..<end] { board.fold(item.change, split) }
        waiting.removeFirst(end)
        return epoch
    }

    private func outside(_ need: HistoryNeed) -> HistoryNeed {
        HistoryNeed(
            player: split.outer(need.player.rawValue, in: number), latest: need.latest, after: need.after)
    }

    private func inside(_ rows: [Submission], of player: PlayerNumber) -> [Submission] {
        rows.filter { $0.player == player }.map { $0.inside(split) }
    }
}

// Reading.
extension BoardPart {
    /// - Returns: nil where the epoch can't be read.
    func view(_ scope: TimeScope, as epoch: BoardEpoch) -> PartView? {
        guard let readable, readable.contains(epoch) else { return nil }
        let key = ViewKey(epoch: epoch, scope: scope)
        if let view = views[key] { return view }
        let view = PartView(board, scope, past: images.past(epoch, scope))
        views[key] = view
        return view
    }
}
