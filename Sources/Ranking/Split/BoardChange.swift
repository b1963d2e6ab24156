public import LaurelDomain

/// What one row of the journal does to a board, as a value that can wait: the calls of ``Board``, each with the row's
/// own sequence as its `version`.
public enum BoardChange: Hashable, Sendable {
    case submit(Submission)
    /// ``Board/hold(_:of:)``
    case hold(JournalSequence, of: PlayerNumber)
    case remove(JournalSequence, of: PlayerNumber, version: JournalSequence)
    case restore(Submission, version: JournalSequence)
    case hide(PlayerNumber, version: JournalSequence)
    case unhide(PlayerNumber, version: JournalSequence)
    case erase(PlayerNumber, version: JournalSequence)
    case wipe(version: JournalSequence)
    case setRange(ScoreRange?, version: JournalSequence)

    /// Whose part has to know of it. Nil: all parts.
    public var player: PlayerNumber? {
        switch self {
        case .submit(let row), .restore(let row, _): row.player
        case .hold(_, let player), .remove(_, let player, _), .hide(let player, _), .unhide(let player, _),
            .erase(let player, _):
            player
        case .wipe, .setRange: nil
        }
    }
}

extension Board {
    /// - Parameter split: the change names players as the whole board does, and this board as a part of it does.
    func fold(_ change: BoardChange, _ split: PlayerSplit) {
        switch change {
        case .submit(let row): apply(row.inside(split))
        case .hold(let row, let player): hold(row, of: split.inner(player))
        case .remove(let row, let player, let version): remove(row, of: split.inner(player), version: version)
        case .restore(let row, let version): restore(row.inside(split), version: version)
        case .hide(let player, let version): hide(split.inner(player), version: version)
        case .unhide(let player, let version): unhide(split.inner(player), version: version)
        case .erase(let player, let version): erase(split.inner(player), version: version)
        case .wipe(let version): wipe(version: version)
        case .setRange(let range, let version): setRange(range, version: version)
        }
    }
}

extension Submission {
    /// The same row with the player's number inside their part.
    func inside(_ split: PlayerSplit) -> Submission {
        var row = self
        row.player = split.inner(player)
        return row
    }
}
