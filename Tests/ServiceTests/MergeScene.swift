import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

/// A game, an account, and a guest who may become part of it.
struct MergeScene {
    static let secret = "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"
    static let other = "Zm9yIHRlc3RzIGFsb25lLCBub2JvZHkgaGFzIGl0IQx"

    let play: PlayFixture
    let world: AccountsWorld
    let friends: Friends
    let finish: FinishMerges
    let finishErasures: FinishErasures
    let ada: Session
    let guest: PlayerNumber

    init(_ store: PlayStore? = nil) async throws {
        let play = try await PlayFixture(store)
        let world = AccountsWorld(directory: play.store.directory, catalogue: play.catalogue)
        let ada = try await world.signUp("Ada").session
        let guest = try await Self.come(world)
        try await self.init(play, world, ada: ada, guest: guest.player.number)
    }

    private init(_ play: PlayFixture, _ world: AccountsWorld, ada: Session, guest: PlayerNumber) async throws {
        self.play = play
        self.world = world
        self.ada = ada
        self.guest = guest
        play.guests.ask(world.accounts.profiles)
        friends = world.friends(play.store.directory)
        let teams = try await Teams(world.accounts, directory: play.store.directory, policy: .open)
        finishErasures = FinishErasures(world.accounts, play.challenges, teams)
        finish = FinishMerges(world.accounts, friends, play.challenges, erasures: finishErasures)
    }

    static func come(_ world: AccountsWorld, _ secret: String = Self.secret) async throws -> SignedIn {
        try await SignInGuest(world.accounts)(
            try GuestSecret(secret), names: .english, arrival: try world.arrival()
        ).signedIn
    }

    /// The same store, with nothing left in memory.
    func restarted() async throws -> MergeScene {
        let play = try await play.restarted()
        let world = AccountsWorld(directory: play.store.directory, catalogue: play.catalogue)
        world.time.set(self.world.time.moment)
        try await LoadNames(world.accounts)()
        return try await MergeScene(play, world, ada: ada, guest: guest)
    }

    @discardableResult
    func merge(_ secret: String = Self.secret, as session: Session? = nil) async throws -> MergeReceipt {
        try await MergeGuest(world.accounts, finish: finish)(try GuestSecret(secret), in: session ?? ada)
    }

    // MARK: What is there

    /// Such as `1:700`: player and value, best first.
    func order(_ board: String = "HighScores") async throws -> [String] {
        let query = EntriesQuery(
            leaderboard: try LeaderboardID(board), environment: .production,
            selection: .window(try RankWindow(first: 1, count: 100)))
        let page = try await ReadEntries(play.keeper)(query, app: play.app)
        return page.entries?.map { "\($0.player.rawValue):\($0.value)" } ?? []
    }

    func scores(of player: PlayerNumber) throws -> [JournalRow] {
        let stream = StreamID(team: play.app.team, environment: .production)
        return try play.store.journal.rows(of: player, after: .start, in: stream, limit: 1_000)
            .filter { $0.kind == .score }
    }

    func progress(of player: PlayerNumber) async throws -> [AchievementNumber: AchievementProgress] {
        try await play.store.directory.progress(
            ProgressKey(player: player, app: play.app.number, environment: .production)
        ).progress
    }

    func relate(_ player: PlayerNumber, _ other: PlayerNumber, _ rule: @escaping @Sendable (inout Relation) -> Void)
        async throws
    {
        let now = play.time.moment
        #expect(try await play.store.directory.relate(player, to: other, at: now, rule) != nil)
    }
}
