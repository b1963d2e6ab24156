package import LaurelDomain
import LaurelStorage

/// Test data that goes, in the sandbox of one app (rule 3.2): never in Production.
package struct WipeStep: WriterStep {
    let app: App
    /// Nil: all of the app.
    let leaderboard: LeaderboardNumber?
    /// Nil: everybody's.
    let player: PlayerNumber?
    let administrator: Administrator
    /// What the log says it was.
    let subject: String

    package init(
        app: App, leaderboard: LeaderboardNumber?, player: PlayerNumber?, administrator: Administrator, subject: String
    ) {
        self.app = app
        self.leaderboard = leaderboard
        self.player = player
        self.administrator = administrator
        self.subject = subject
    }

    /// - Returns: how many leaderboards it concerned.
    package func plan(_ draft: inout CommitDraft) throws(WipeError) -> Int {
        let stream = StreamID(team: app.team, environment: .sandbox)
        var records: [WipeRecord] = []
        for number in leaderboards(draft, stream) {
            let record = WipeRecord(
                stream: stream, leaderboard: number, player: player, through: draft.next(in: stream))
            records.append(record)
            draft.append(
                JournalRow(
                    stream: stream, sequence: record.through, time: draft.time, kind: .wipe, leaderboard: number,
                    player: player))
        }
        endChallenges(&draft)
        draft.facts += records.map { .wiped($0) }
        draft.record(
            .testDataWipe, of: app, environment: .sandbox, player: player, subject: subject,
            changes: "\(records.count) leaderboards", by: administrator)
        draft.effects.append(.wiped(records))
        return records.count
    }

    /// Those of the app that have rows, or scores that wait for a moderator, with those that were moved into them; a
    /// combined one has none of its own.
    private func leaderboards(_ draft: CommitDraft, _ stream: StreamID) -> [LeaderboardNumber] {
        let catalogue = draft.catalogue
        let wanted = Set(shown(catalogue).flatMap { catalogue.sources(of: $0) })
        let waiting = draft.published.reviews.leaderboards(in: stream)
        return draft.published.boards(of: stream).withLock { state in
            Set(state.extents.keys.flatMap { catalogue.sources(of: $0.leaderboard) }).union(waiting)
                .intersection(wanted).sorted()
        }
    }

    private func shown(_ catalogue: Catalogue) -> [LeaderboardNumber] {
        leaderboard.map { [$0] } ?? catalogue.leaderboards(of: app.number).map(\.number)
    }

    /// Those that rest on what goes are pending no more, in the same commit; a group's in whichever game they began.
    private func endChallenges(_ draft: inout CommitDraft) {
        let leaderboards = Set(shown(draft.catalogue))
        for challenge in draft.pending.challenges.values.sorted(by: { $0.number < $1.number })
        where challenge.environment == .sandbox {
            if let player, challenge.sender != player, challenge.receiver != player { continue }
            switch challenge.goal {
            case .score(let leaderboard, _, _): guard leaderboards.contains(leaderboard) else { continue }
            case .achievement: guard leaderboard == nil, challenge.app == app.number else { continue }
            }
            draft.challenges.settle(challenge, .invalid)
        }
        if let player {
            draft.challenges.removeFromGroups(player) {
                $0.environment == .sandbox && leaderboards.contains($0.leaderboard)
            }
        } else {
            draft.challenges.cancelGroups { $0.environment == .sandbox && leaderboards.contains($0.leaderboard) }
        }
        for leaderboard in leaderboards.sorted() {
            draft.facts.append(.challenge(.replaysWiped(leaderboard, player, .sandbox)))
        }
    }
}

public enum WipeError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
