public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Erases guests who never came back (rule 1.11): not seen for ``unseenLimit``, and not among the first
/// ``keptRanks`` of any all-time leaderboard. To be run about once a day.
public struct ForgetGuests: Sendable {
    /// As long as a session lasts without use: until then the device is still signed in.
    public static let unseenLimit = ActiveSessions.idleLimit
    public static let keptRanks = RankWindow.countLimit
    /// Guests erased in one go: each is a walk through the journal. The rest waits for the next run.
    public static let batchLimit = 1_000
    private static let pageLimit = 200

    private let accounts: Accounts
    private let graph: FriendGraph
    private let keeper: ScoreKeeper
    private let finish: FinishErasures

    public init(_ accounts: Accounts, friends graph: FriendGraph, _ keeper: ScoreKeeper, finish: FinishErasures) {
        self.accounts = accounts
        self.graph = graph
        self.keeper = keeper
        self.finish = finish
    }

    /// - Returns: how many were erased.
    public func callAsFunction() async throws(EraseError) -> Int {
        let moment = accounts.leastNow.advanced(by: -Self.unseenLimit)
        var begun: [ErasureRecord] = []
        var kept: Set<PlayerNumber>?
        var last: GuestRecord?
        while begun.count < Self.batchLimit {
            let after = last
            let page = try await EraseError.translating { () throws(StoreError) in
                try await accounts.directory.guests(unseenSince: moment, after: after, limit: Self.pageLimit)
            }
            guard let end = page.last else { break }
            last = end
            // Boards are read only where somebody would go.
            let best: Set<PlayerNumber>
            if let kept { best = kept } else { best = try await self.best() }
            kept = best
            for guest in page where begun.count < Self.batchLimit && !best.contains(guest.player) {
                if let record = try await begin(guest.player, moment) { begun.append(record) }
            }
        }
        guard !begun.isEmpty else { return 0 }
        let records = begun
        _ = try await EraseError.translating { () throws(StoreError) in try await finish.finish(records) }
        return records.count
    }

    private func begin(_ player: PlayerNumber, _ moment: Timestamp) async throws(EraseError) -> ErasureRecord? {
        try await EraseError.translating { () throws(StoreError) in
            // By links to challenges.
            let friends = try await graph.friends(of: player)
            let record = try await accounts.directory.beginErasure(
                ofGuest: player, unseenSince: moment, receipt: ReadableCode.make(accounts.random),
                at: accounts.clock.now())
            if record != nil { for friend in friends { graph.ended(player, friend) } }
            return record
        }
    }

    // MARK: Who stays

    /// The first of each all-time leaderboard. Who is among the first of a combined one is so in a part of it, too.
    private func best() async throws(EraseError) -> Set<PlayerNumber> {
        let window: RankWindow
        do throws(RankWindow.Invalid) { window = try RankWindow(first: 1, count: Self.keptRanks) } catch {
            throw .broken(reason: "the ranks that keep a guest are no window: \(error)")
        }
        var players: Set<PlayerNumber> = []
        for app in accounts.catalogue.apps() {
            // Scores that nobody may read now are kept, too.
            var app = app
            (app.isGameCenterEnabled, app.isReleased) = (true, true)
            for leaderboard in accounts.catalogue.leaderboards(of: app.number)
            where leaderboard.kind.recurrence == nil && leaderboard.kind.parts.isEmpty {
                for environment in Environment.allCases {
                    let query = EntriesQuery(
                        leaderboard: leaderboard.id, environment: environment, selection: .window(window))
                    players.formUnion(try await self.players(query, app))
                }
            }
        }
        return players
    }

    private func players(_ query: EntriesQuery, _ app: App) async throws(EraseError) -> [PlayerNumber] {
        do throws(ReadEntriesError) {
            return try await ReadEntries(keeper)(query, app: app).entries?.map(\.player) ?? []
        } catch {
            switch error {
            // Gone meanwhile.
            case .unknownLeaderboard: return []
            case .broken(let reason): throw .broken(reason: reason)
            default: throw .unavailable
            }
        }
    }
}
