import LaurelCryptography
import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

/// Three players, a game, and its turn-based matches over a real store.
final class MatchWorld: Sendable {
    let play: PlayFixture
    let people: AccountsWorld
    let friends: Friends
    let matches: Matches
    let ada: PlayerNumber
    let zoe: PlayerNumber
    let bob: PlayerNumber

    private init(_ play: PlayFixture, _ people: AccountsWorld, _ players: [PlayerNumber]) {
        self.play = play
        self.people = people
        friends = people.friends(play.store.directory)
        matches = Matches(
            play.keeper, people.accounts, friends: friends.graph, directory: play.store.directory,
            digest: ContentDigest { Digest.sha256($0) })
        (ada, zoe, bob) = (players[0], players[1], players[2])
    }

    convenience init(
        _ store: PlayStore? = nil, snapshots: (any SnapshotFiles)? = nil, ports: PlayPorts = PlayPorts()
    ) async throws {
        let play = try await PlayFixture(store, snapshots: snapshots, ports: ports)
        let people = AccountsWorld(directory: play.store.directory, catalogue: play.catalogue)
        var players: [PlayerNumber] = []
        for name in ["ada", "zoe", "bob"] { players.append(try await people.signUp(name).player.number) }
        self.init(play, people, players)
    }

    /// The same store under another server. The first one is not stopped: as if it had been killed.
    func killed() async throws -> MatchWorld {
        MatchWorld(try await PlayFixture(play.store, time: play.time, ports: play.ports), people, [ada, zoe, bob])
    }

    var game: MatchGame { MatchGame(app: play.app.number, environment: .production) }

    func key(_ number: UInt64, _ body: UInt8 = 0) -> MatchKey { matches.key(high: 1, low: number, body: [body]) }

    func find(
        _ request: MatchRequest? = nil, by player: PlayerNumber, key: UInt64
    ) async throws -> MatchDetails {
        try await FindMatch(matches)(
            try request ?? MatchRequest(), key: self.key(key), app: play.app, environment: .production, by: player)
    }

    @discardableResult
    func write(
        _ command: MatchCommand, _ number: MatchNumber, by player: PlayerNumber, key: UInt64
    ) async throws(MatchError) -> MatchDetails? {
        try await WriteMatch(matches)(command, of: number, key: self.key(key), in: game, by: player)
    }

    /// A turn of somebody who knows the match as it is.
    @discardableResult
    func turn(
        _ action: TurnWrite.Action, data: [UInt8] = [], _ number: MatchNumber, by player: PlayerNumber, key: UInt64
    ) async throws -> MatchDetails? {
        let seen = try await read(number, by: player).match.version
        let written = try await write(.turn(TurnWrite(action, data: data), seen: seen), number, by: player, key: key)
        if let written {
            let stored = try await read(number, by: player)
            #expect(written == stored, "a turn answers what a read does")
        }
        return written
    }

    func read(_ number: MatchNumber, by player: PlayerNumber) async throws(MatchError) -> MatchDetails {
        try await ReadMatches(matches)(number, for: player, in: game)
    }

    func list(_ player: PlayerNumber) async throws(MatchError) -> [Match] {
        try await ReadMatches(matches)(of: player, in: [game]).flatMap { $0.matches }
    }

    /// To these seats, in order.
    static func next(_ seats: Int..., timeout: MatchTimeout = .turnDefault) -> TurnWrite.Handover {
        TurnWrite.Handover(next: seats.compactMap { Seat($0) }, timeout: timeout)
    }
}
