import LaurelDomain
import LaurelScores
import LaurelStorage

extension ScoreEvent {
    /// For the log.
    var sentence: String {
        switch self {
        case .clockBehindJournal(let lag):
            "the machine's clock is \(Self.seconds(lag)) behind the last score; going on from the score's time"
        case .lossAccepted(let rows): "going on without \(rows) rows that the store has lost"
        case .clockJumped(let span):
            span.milliseconds < 0
                ? "the machine's clock was set back by \(Self.seconds(span)); the server's runs at half its pace"
                : "the machine's clock was set ahead by \(Self.seconds(span)); the server's catches up slowly"
        case .commitFailed(let error): "a commit failed: \(error)"
        case .awardLeftOut(let leaderboard, let error):
            "the leaderboard \(leaderboard.text) doesn't take the score of a match that the server judges: \(error)"
        case .ready(let rows): "ready; \(rows) rows were read"
        case .rebuilding: "making the leaderboards anew from the journal"
        case .snapshotIgnored(let stream, let reason): "the snapshot of \(Self.name(stream)) isn't used: \(reason)"
        case .snapshotFailed(let stream, let reason): "can't write the snapshot of \(Self.name(stream)): \(reason)"
        case .snapshotFetched(let stream, let peer, let bytes):
            "the snapshot of \(Self.name(stream)) was fetched from \(peer): \(bytes) bytes"
        case .followedInVain(let stream): "leaderboards of \(Self.name(stream)) that were followed are of no use"
        // As at each handover.
        case .backgroundFailed(.lostOwnership): "another server owns the store now, so work in the background has ended"
        case .backgroundFailed(let error): "work in the background failed: \(error)"
        }
    }

    private static func name(_ stream: StreamID) -> String { "team \(stream.team.rawValue), \(stream.environment)" }

    private static func seconds(_ span: Timestamp.Span) -> String {
        "\(Double(span.milliseconds.magnitude) / 1_000) s"
    }
}
