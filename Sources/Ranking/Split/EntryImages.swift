import LaurelDomain

/// What entries were before they changed, epoch by epoch: with it a board that has moved on can be read as of an epoch
/// that it has left behind.
///
/// The board calls ``note(_:on:)`` before it changes a player, the clock's changes of windows included. The first
/// image of a player in an epoch is their state at the end of the epoch before. About 130 bytes for each player who
/// changed, in each epoch that is kept.
final class EntryImages {
    /// A player's entries; nil where they have none.
    struct Image {
        private let today: Step?
        private let week: Step?
        private let allTime: Step?

        init(_ player: UInt32, on board: Board) {
            today = board.current(player, .today)
            week = board.current(player, .week)
            allTime = board.current(player, .allTime)
        }

        subscript(scope: TimeScope) -> Step? {
            switch scope {
            case .today: today
            case .week: week
            case .allTime: allTime
            }
        }
    }

    /// Of the closed epochs that can still be undone, oldest first, without gaps; the last one is ``closed``.
    private var records: [[UInt32: Image]] = []
    /// Of the epoch that is being closed.
    private var open: [UInt32: Image] = [:]
    /// So much changed in it that players are not named.
    private var isWhole = false
    private(set) var closed: BoardEpoch

    init(closed: BoardEpoch) { self.closed = closed }

    /// The oldest epoch that can be read. Nil: none, until the one that is being closed is closed.
    var oldest: BoardEpoch? { isWhole ? nil : closed.advanced(by: -records.count) }

    /// To be called before the player changes.
    func note(_ player: UInt32, on board: Board) {
        if !isWhole, open[player] == nil { open[player] = Image(player, on: board) }
    }

    /// A wipe or a change of range: what was before is not kept.
    func noteWhole() {
        isWhole = true
        open = [:]
        records = []
    }

    /// - Parameter kept: how many epochs before this one shall be readable.
    func close(_ epoch: BoardEpoch, keeping kept: Int) {
        if isWhole || closed.advanced(by: 1) != epoch { records = [] } else { records.append(open) }
        if records.count > kept { records.removeFirst(records.count - kept) }
        open = [:]
        isWhole = false
        closed = epoch
    }

    /// What players who changed after the epoch were at its end. The epoch is one that can be read.
    func past(_ epoch: BoardEpoch, _ scope: TimeScope) -> [UInt32: Step?] {
        var past: [UInt32: Step?] = [:]
        let first = records.count - Int(closed.number - epoch.number)
        for record in records[first...] + [open] {
            for (player, image) in record where past[player] == nil { past.updateValue(image[scope], forKey: player) }
        }
        return past
    }
}
