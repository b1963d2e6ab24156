package import LaurelDomain
import LaurelStorage

extension ScoreKeeper {
    /// Scores shown in one turn of the writer.
    private static let releasedScores = 256

    /// Shows the scores that waited for a guest's upgrade, who is none any more. What was done before is done.
    ///
    /// - Returns: how many wait still, as moderators have as many to look at as they may.
    package func releaseScores(of player: PlayerNumber) async throws(ReleaseScoresError) -> Int {
        // Behind what was planned while they were a guest.
        var left = try await perform(ReleaseStep([]))
        let streams = try await ReleaseScoresError.translating { () throws(StoreError) in
            try await onThread { [journal] () throws(StoreError) in try journal.streams(awaitingUpgradeOf: player) }
        }
        for stream in streams {
            let waiting = try await ReleaseScoresError.translating { () throws(StoreError) in
                try await awaiting(player, after: .start, in: stream)
            }
            for start in stride(from: 0, to: waiting.count, by: Self.releasedScores) {
                let end = min(start + Self.releasedScores, waiting.count)
                left += try await perform(ReleaseStep(Array(waiting[start..<end])))
            }
        }
        return left
    }

    /// A player's scores that wait for an upgrade, without those that were brought in or taken out since.
    func awaiting(
        _ player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID
    ) async throws(StoreError) -> [JournalRow] {
        var waiting: [JournalRow] = []
        var decided: Set<JournalSequence> = []
        var last = sequence
        while true {
            let after = last
            let page = try await onThread { [journal] () throws(StoreError) in
                try journal.rows(awaitingUpgradeOf: player, after: after, in: stream, limit: Self.mergedRows)
            }
            guard let end = page.last else { break }
            waiting += page.filter { $0.kind == .score }
            decided.formUnion(page.filter { $0.kind == .removal || $0.kind == .restoration }.map(\.previous))
            last = end.sequence
        }
        return waiting.filter { !decided.contains($0.sequence) }
    }
}
