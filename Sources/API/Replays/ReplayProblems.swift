import LaurelDomain
import LaurelWire
import LaurelService

extension Problem {
    /// - Parameter field: of the replay in the body.
    init(from refusal: ReplayRefusal, field: String) {
        switch refusal {
        case .unreadable(let reason):
            self.init(.replayUnreadable, "Not a valid log: \(reason). Send the bytes the game recorded.", field: field)
        case .otherGame:
            self.init(
                .replayOfOtherGame, "Submit it to the leaderboard for its own game and mode.", field: field)
        case .otherVersion(let version):
            self.init(
                .replayOfOtherVersion,
                "It was recorded by version \(version) of the game and can't be checked. Update the game.",
                field: field)
        case .inputAfterEnd(let tick):
            self.init(.replayPastEnd, "The run ends at tick \(tick). Record no input after that.", field: field)
        case .unfinished(let tick):
            self.init(
                .replayUnfinished, "The run isn't over at tick \(tick). Submit its score when it is.",
                field: field)
        case .tooLong(let ticks, let limit):
            self.init(.replayTooLong, "It has \(ticks) ticks; the limit is \(limit).", field: field)
        case .stopped(let reason): self.init(.replayStopped, reason, field: field)
        }
    }
}
