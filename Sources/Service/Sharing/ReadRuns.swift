public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// An entry whose run can be had.
public struct EntryRun: Hashable, Sendable {
    public let entry: RankedEntry
    public let verification: Verification
    /// Of the log, in hexadecimal digits.
    public let sha256: String
}

/// Reads the runs behind entries: who sees an entry that the server has verified may watch its run, and race it.
///
/// So what may be had goes by the leaderboard: a score that isn't on it has no run there. No entry of a hidden
/// leaderboard has one, nor of a player who may meet no strangers (rule 1.1), but for that player.
public struct ReadRuns: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    /// Those of the entries that have a run whose log is kept, best first.
    public func callAsFunction(_ query: EntriesQuery, app: App) async throws(ReadEntriesError) -> [EntryRun] {
        let page = try await ReadEntries(sharing.keeper)(query, app: app)
        let entries = shown(page, to: query.viewer)
        guard !entries.isEmpty else { return [] }
        let scores = entries.map { score(of: $0, page, query) }
        let stored: [StoredReplay]
        do throws(StoreError) { stored = try await sharing.directory.storedReplays(scores) } catch {
            throw ReadEntriesError(error)
        }
        let found = Dictionary(stored.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return entries.compactMap { entry in
            guard let replay = found[score(of: entry, page, query).key], let verification = replay.verification
            else { return nil }
            return EntryRun(entry: entry, verification: verification, sha256: replay.digest.text)
        }
    }

    /// The log of an entry's run, and its SHA-256 in hexadecimal digits; nil: there is none to be had.
    ///
    /// - Parameter query: of one player.
    public func replay(
        _ query: EntriesQuery, app: App
    ) async throws(ReadEntriesError) -> (bytes: [UInt8], sha256: String)? {
        let page = try await ReadEntries(sharing.keeper)(query, app: app)
        guard let entry = shown(page, to: query.viewer).first else { return nil }
        let score = score(of: entry, page, query)
        do throws(StoreError) {
            guard let (stored, log) = try await sharing.directory.replay(score.key, value: score.value),
                stored.verification != nil
            else { return nil }
            return (log.bytes, log.digest.text)
        } catch {
            throw ReadEntriesError(error)
        }
    }

    /// Verified entries that show their runs to this viewer.
    private func shown(_ page: EntriesPage, to viewer: PlayerNumber?) -> [RankedEntry] {
        guard !page.leaderboard.isHidden, page.leaderboard.replays != nil else { return [] }
        let now = sharing.now()
        return (page.entries ?? []).filter { entry in
            entry.verification != nil
                && (entry.player == viewer || !sharing.accounts.profiles.isRestrictedWithLink(entry.player, at: now))
        }
    }

    private func score(of entry: RankedEntry, _ page: EntriesPage, _ query: EntriesQuery) -> ReplayedScore {
        let key = ScoreReplayKey(
            player: entry.player, leaderboard: page.leaderboard.number, environment: query.environment)
        return ReplayedScore(key: key, value: entry.value)
    }
}
