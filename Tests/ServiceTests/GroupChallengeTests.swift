import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

/// Four friends, a game with a challenge definition, and its challenges over a real store.
private final class GroupWorld: Sendable {
    let play: PlayFixture
    let people: AccountsWorld
    let friends: Friends
    let groups: GroupChallenges
    let ada: PlayerNumber
    let zoe: PlayerNumber
    let bob: PlayerNumber
    let eve: PlayerNumber

    private init(_ play: PlayFixture, _ people: AccountsWorld, _ players: [PlayerNumber]) {
        self.play = play
        self.people = people
        friends = people.friends(play.store.directory)
        groups = GroupChallenges(
            play.keeper, people.accounts, friends: friends.graph, directory: play.store.directory)
        (ada, zoe, bob, eve) = (players[0], players[1], players[2], players[3])
        let ending = EndChallenges(play.challenges)
        friends.graph.onEnd { ending.friendshipEnded($0, $1) }
    }

    /// Ada's friends are all others; they aren't friends with each other.
    convenience init(_ change: (inout LeaderboardFields) -> Void = { _ in }) async throws {
        let play = try await PlayFixture()
        try await play.board("HighScores", change)
        let people = AccountsWorld(directory: play.store.directory, catalogue: play.catalogue)
        var players: [Player] = []
        for name in ["ada", "zoe", "bob", "eve"] { players.append(try await people.signUp(name).player) }
        self.init(play, people, players.map(\.number))
        for other in players.dropFirst() {
            _ = try await RequestFriend(friends)(.alias(other.alias), message: "", by: ada)
            _ = try await RequestFriend(friends)(.alias(players[0].alias), message: "", by: other.number)
        }
        try define("Run")
    }

    func define(
        _ id: String, on board: String = "HighScores", durations: [ChallengeDuration] = ChallengeDuration.allCases,
        _ change: (inout ChallengeDefinition) -> Void = { _ in }
    ) throws {
        var definition = ChallengeDefinition(
            id: try ChallengeDefinitionID(id), referenceName: id, leaderboard: try LeaderboardID(board),
            durations: durations,
            localizations: [ActivityLocalization(language: .english, title: id, details: "")])
        definition.isReleased = true
        definition.isRepeatable = true
        change(&definition)
        play.catalogue.challengeDefinitions.put(definition, of: play.app.number)
    }

    /// The same store under another server. The first one is not stopped: as if it had been killed.
    func killed() async throws -> GroupWorld {
        let next = try await PlayFixture(play.store, time: play.time)
        for definition in play.catalogue.challengeDefinitions.definitions(of: play.app.number) {
            next.catalogue.challengeDefinitions.put(definition, of: play.app.number)
        }
        return GroupWorld(next, people, [ada, zoe, bob, eve])
    }

    func session(_ player: PlayerNumber) -> Session { play.session(player.rawValue) }

    @discardableResult
    func make(
        _ players: PlayerNumber..., by maker: PlayerNumber? = nil, of definition: String = "Run",
        lasting duration: ChallengeDuration? = nil, tries: Int? = nil
    ) async throws -> GroupChallenge {
        let request = GroupChallengeRequest(
            definition: try ChallengeDefinitionID(definition), players: players, duration: duration,
            triesLimit: tries)
        return try await MakeGroupChallenge(groups)(
            request, app: play.app, environment: .production, as: session(maker ?? ada)
        ).challenge
    }

    @discardableResult
    func join(_ challenge: GroupChallenge, _ player: PlayerNumber) async throws -> GroupChallenge {
        try await AnswerGroupChallenge(groups).join(challenge.number, as: session(player)).challenge
    }

    func rematch(_ challenge: GroupChallenge, _ player: PlayerNumber) async throws -> GroupChallengeDetails {
        try await AnswerGroupChallenge(groups).rematch(challenge.number, as: session(player))
    }

    func read(_ challenge: GroupChallenge, _ player: PlayerNumber? = nil) async throws -> GroupChallenge {
        try await ReadGroupChallenges(groups)(challenge.number, as: session(player ?? ada)).challenge
    }

    /// Such as `1 zoe 40/2`: rank, name, best value and tries; `-` without a try.
    func standings(_ challenge: GroupChallenge, _ player: PlayerNumber? = nil) async throws -> [String] {
        let names = [ada: "ada", zoe: "zoe", bob: "bob", eve: "eve"]
        return try await read(challenge, player).standings(.highToLow).map { standing in
            let best = standing.best.map { "\($0.value)/\(standing.tryCount)" } ?? "none/\(standing.tryCount)"
            return "\(standing.rank.map { "\($0)" } ?? "-") \(names[standing.player] ?? "?") \(best)"
        }
    }

    @discardableResult
    func submit(
        _ value: Int64, _ player: PlayerNumber, date: Timestamp? = nil, id: String? = nil, replay: [UInt8]? = nil
    ) async throws -> SubmittedScores.Result {
        try await play.submit(value, by: player.rawValue, date: date, id: id, replay: replay)
    }

    /// The bytes of the winner's replay in the challenge before; nil: there are none.
    func ghost(of number: GroupChallengeNumber, _ player: PlayerNumber) async throws -> [UInt8]? {
        do throws(GroupChallengeError) {
            return try await ReadGroupChallenges(groups).ghost(of: number, as: session(player)).bytes
        } catch .noGhost {
            return nil
        }
    }

    func advance(_ span: Timestamp.Span) {
        play.time.advance(span)
        play.keeper.fireGroupChallenges()
    }

    /// Of challenges of groups, such as `zoe groupChallengeInvited ada`.
    func notices() async throws -> [String] {
        let names = [ada: "ada", zoe: "zoe", bob: "bob", eve: "eve"]
        return try await play.store.directory.notices(after: .start, limit: 10_000).compactMap { notice in
            guard notice.content.kind.name.hasPrefix("groupChallenge") else { return nil }
            let about = notice.content.about.flatMap { names[$0] }.map { " " + $0 } ?? ""
            return "\(names[notice.content.player] ?? "?") \(notice.content.kind.name)\(about)"
        }
    }
}

@Suite("Challenges of groups of friends", .timeLimit(.minutes(15))) struct GroupChallengeTests {
    @Test("rules 14.13, 14.15: every submission of those who joined is a try, and each change of ranks is told")
    func tries() async throws {
        let world = try await GroupWorld()
        let early = try await world.submit(99, world.zoe)
        #expect(early.setOff == .nothing)
        let made = try await world.make(world.zoe, world.bob)
        #expect(made.ends == made.started.advanced(by: .days(1)))
        world.play.time.advance(.seconds(1))
        try await world.join(made, world.zoe)
        try await world.submit(40, world.ada)
        try await world.submit(30, world.ada)
        // Bob hasn't joined.
        try await world.submit(1_000, world.bob)
        try await world.submit(50, world.zoe, id: "z")
        try await world.submit(50, world.zoe, id: "z")
        #expect(try await world.standings(made) == ["1 zoe 50/1", "2 ada 40/2"])
        #expect(try await world.read(made).participants.map(\.state) == [.joined, .joined, .invited])
        #expect(
            try await world.notices() == [
                "zoe groupChallengeInvited ada", "bob groupChallengeInvited ada", "ada groupChallengeJoined zoe",
                "ada groupChallengeOvertaken zoe",
            ])
        // Killed, it goes on where it was: a try that was acknowledged is there.
        let next = try await world.killed()
        #expect(try await next.standings(made) == ["1 zoe 50/1", "2 ada 40/2"])
        try await next.submit(60, next.ada)
        #expect(try await next.standings(made) == ["1 ada 60/3", "2 zoe 50/1"])
        // Who isn't in it sees nothing of it.
        await #expect(throws: GroupChallengeError.unknownChallenge) { try await next.read(made, next.eve) }
        #expect(
            try await ReadGroupChallenges(next.groups)(
                before: nil, limit: 10, .production, as: next.session(next.bob)
            ).map(\.challenge.number) == [made.number])
        next.advance(.hours(23))
        next.advance(.hours(1))
        #expect(
            try await next.notices().suffix(5) == [
                "zoe groupChallengeOvertaken ada", "ada groupChallengeEnding", "zoe groupChallengeEnding ada",
                "ada groupChallengeEnded", "zoe groupChallengeEnded ada",
            ], "rule 14.15: who is first is told")
        let told = try await next.play.store.directory.notices(after: .start, limit: 10_000).suffix(5)
        #expect(told.first?.content.details.hasSuffix(#","score":60}"#) == true)
        #expect(told.last?.content.details.hasSuffix(#","rank":2,"players":2,"score":60}"#) == true)
    }

    @Test("rule 14.14: it ends for all at one instant; a score of before counts for an hour more")
    func end() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob, lasting: .oneDay, tries: 3)
        try await world.join(made, world.zoe)
        world.advance(.hours(23))
        #expect(try await world.read(made).stage == .warned)
        let late = world.play.time.moment
        world.advance(.hours(1))
        #expect(try await world.read(made).stage == .ended)
        try await world.submit(70, world.ada)
        try await world.submit(60, world.zoe, date: late)
        #expect(try await world.standings(made) == ["1 zoe 60/1", "- ada none/0"])
        world.advance(.minutes(59))
        try await world.submit(61, world.zoe, date: late)
        world.advance(.minutes(1))
        #expect(try await world.read(made).stage == .closed)
        try await world.submit(90, world.zoe, date: late)
        #expect(try await world.standings(made) == ["1 zoe 61/2", "- ada none/0"])
        await #expect(throws: GroupChallengeError.refused(.over)) { try await world.join(made, world.bob) }
        #expect(
            try await world.notices() == [
                "zoe groupChallengeInvited ada", "bob groupChallengeInvited ada", "ada groupChallengeJoined zoe",
                "ada groupChallengeEnding", "zoe groupChallengeEnding", "ada groupChallengeEnded",
                "zoe groupChallengeEnded",
            ])
    }

    @Test(
        "rule 14.14: it ends by itself, also when its end came while the server was down", arguments: [0, 1] as [Int64])
    func timer(left: Int64) async throws {
        var world = try await GroupWorld()
        let made = try await world.make(world.zoe, lasting: .oneDay)
        try await world.join(made, world.zoe)
        world.play.keeper.stop()
        world.play.time.advance(.days(1))
        world.play.time.advance(Timestamp.Span(milliseconds: -left))
        world = try await world.killed()
        world.play.time.advance(Timestamp.Span(milliseconds: left))
        // Only the server's own thread ends it.
        while try await world.read(made).stage != .ended { await Task.yield() }
    }

    @Test("rule 14.12: what a definition doesn't offer is refused, and strangers, and more than 30 at once")
    func refusals() async throws {
        let world = try await GroupWorld()
        try world.define("Once", durations: [.threeDays]) { $0.isRepeatable = false }
        try world.define("Gone") { $0.isArchived = true }
        await #expect(throws: GroupChallengeError.unknownDefinition) { try await world.make(world.zoe, of: "Gone") }
        await #expect(throws: GroupChallengeError.tries) { try await world.make(world.zoe, of: "Once", tries: 3) }
        await #expect(throws: GroupChallengeError.tries) { try await world.make(world.zoe, tries: 2) }
        await #expect(throws: GroupChallengeError.duration) {
            try await world.make(world.zoe, of: "Once", lasting: .oneDay, tries: 1)
        }
        let once = try await world.make(world.zoe, of: "Once", tries: 1)
        #expect(once.ends == once.started.advanced(by: .days(3)) && once.triesLimit == 1)
        await #expect(throws: GroupChallengeError.noPlayers) { try await world.make() }
        await #expect(throws: GroupChallengeError.oneself(item: 1)) { try await world.make(world.zoe, world.ada) }
        await #expect(throws: GroupChallengeError.playerTwice(item: 1)) { try await world.make(world.zoe, world.zoe) }
        await #expect(throws: GroupChallengeError.notFriend(item: 0)) {
            try await world.make(world.bob, by: world.zoe)
        }
        // Two of Ada's friends don't meet.
        _ = try await BlockPlayer(world.friends)(.alias(try Alias("bob")), by: world.zoe)
        await #expect(throws: GroupChallengeError.cannotMeet(item: 1)) { try await world.make(world.zoe, world.bob) }
        for _ in 1..<GroupChallenge.runningLimit { try await world.make(world.eve) }
        await #expect(throws: GroupChallengeError.tooManyRunning(limit: 30)) { try await world.make(world.eve) }
    }

    @Test("rule 14.12: on a recurring leaderboard it runs for the rest of the occurrence")
    func occurrence() async throws {
        let start = Timestamp(clamping: 1_800_000_000_000)
        let recurrence = try Recurrence(start: start, duration: .hours(2), interval: .hours(3))
        let world = try await GroupWorld { $0.kind = .recurring(recurrence) }
        try world.define("Run", durations: [])
        await #expect(throws: GroupChallengeError.duration) { try await world.make(world.zoe, lasting: .oneDay) }
        world.play.time.advance(.minutes(30))
        let made = try await world.make(world.zoe)
        #expect(made.ends == start.advanced(by: .hours(2)))
        world.advance(.minutes(100))
        await #expect(throws: GroupChallengeError.betweenOccurrences(next: start.advanced(by: .hours(3)))) {
            try await world.make(world.zoe)
        }
        #expect(try await world.read(made).stage == .ended)
    }

    @Test("rules 14.15, 14.16: a rematch has the same players, once, and the winner's replay is its ghost")
    func rematch() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob, tries: 3)
        for player in [world.zoe, world.bob] { try await world.join(made, player) }
        try await world.submit(40, world.ada, replay: [1])
        try await world.submit(50, world.zoe, replay: [2])
        try await world.submit(45, world.zoe, replay: [3])
        await #expect(throws: GroupChallengeError.refused(.running)) { try await world.rematch(made, world.zoe) }
        world.advance(.hours(25))
        let first = try await world.rematch(made, world.zoe)
        #expect(first.challenge.participants.map(\.player) == [world.zoe, world.ada, world.bob])
        #expect(first.challenge.triesLimit == 3 && first.challenge.rematchOf == made.number)
        let ghost = try await ReadGroupChallenges(world.groups).ghost(
            of: first.challenge.number, as: world.session(world.bob))
        #expect(ghost.bytes == [2] && ghost.sha256 == first.ghost)
        // Who asks second joins the first one's, also after a restart.
        let next = try await world.killed()
        let second = try await next.rematch(made, next.ada).challenge
        #expect(second.number == first.challenge.number && second[next.ada]?.state == .joined)
        #expect(try await next.read(made).rematch == second.number)
        next.advance(.days(7))
        await #expect(throws: GroupChallengeError.refused(.tooLate)) { try await next.rematch(made, next.bob) }
    }

    @Test("rules 11.4, 14.15: who joins a rematch by asking for it, too, is judged with those who are in it")
    func rematchOfTwo() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob)
        for player in [world.zoe, world.bob] { try await world.join(made, player) }
        world.advance(.hours(25))
        _ = try await BlockPlayer(world.friends)(.alias(try Alias("zoe")), by: world.bob)
        let rematch = try await world.rematch(made, world.ada).challenge
        try await world.join(rematch, world.zoe)
        await #expect(throws: GroupChallengeError.refused(.cannotMeet)) { try await world.join(rematch, world.bob) }
        await #expect(throws: GroupChallengeError.refused(.cannotMeet)) { try await world.rematch(made, world.bob) }
    }

    @Test("rule 14.16: who leaves takes the ghost along; a rematch's follows late scores")
    func leader() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob)
        for player in [world.zoe, world.bob] { try await world.join(made, player) }
        try await world.submit(50, world.zoe, replay: [2])
        try await AnswerGroupChallenge(world.groups).leave(made.number, as: world.session(world.zoe))
        let moment = world.play.time.moment
        world.advance(.hours(24))
        #expect(try await world.rematch(made, world.ada).ghost == nil)
        try await world.submit(60, world.bob, date: moment, replay: [3])
        let rematch = try #require(try await world.read(made).rematch)
        let ghost = try await ReadGroupChallenges(world.groups).ghost(of: rematch, as: world.session(world.bob))
        #expect(ghost.bytes == [3])
    }

    @Test("rules 4.12, 14.16: when who led leaves, or their score is taken out, the next one's replay is the ghost")
    func nextLeader() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob)
        for player in [world.zoe, world.bob] { try await world.join(made, player) }
        try await world.submit(40, world.ada, replay: [1])
        try await world.submit(50, world.bob, replay: [2])
        try await world.submit(60, world.zoe, replay: [3])
        try await AnswerGroupChallenge(world.groups).leave(made.number, as: world.session(world.zoe))
        world.advance(.hours(24))
        let rematch = try await world.rematch(made, world.ada).challenge.number
        #expect(try await world.ghost(of: rematch, world.ada) == [2])
        let board = try #require(
            world.play.catalogue.leaderboard(try LeaderboardID("HighScores"), of: world.play.app.number))
        let best = try #require(try await world.read(made)[world.bob]?.tries.first?.sequence)
        let moderate = ModerateScore(world.play.keeper)
        _ = try await moderate.remove(best, from: board, of: world.play.app, .production)
        #expect(try await world.ghost(of: rematch, world.ada) == [1])
        _ = try await moderate.restore(best, to: board, of: world.play.app, .production)
        #expect(try await world.ghost(of: rematch, world.ada) == [2])
    }

    @Test("rules 1.16, 14.16: an erased winner's run is nobody's ghost, also when only the store has the challenge")
    func erasedWinner() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob)
        for player in [world.zoe, world.bob] { try await world.join(made, player) }
        try await world.submit(40, world.ada, replay: [1])
        try await world.submit(50, world.zoe, replay: [2])
        world.advance(.days(6))
        let rematch = try await world.rematch(made, world.bob)
        let number = rematch.challenge.number
        #expect(try await world.ghost(of: number, world.bob) == [2])
        // No rematch can be made any more, so the writer has forgotten it.
        world.advance(.days(3))
        try await EndChallenges(world.play.challenges).playerErased(world.zoe)
        #expect(try await world.ghost(of: number, world.bob) == [1])
        let digest = try #require(rematch.ghost.flatMap { BlobDigest($0) })
        #expect(try await world.play.store.directory.blob(digest) == nil)
        try await EndChallenges(world.play.challenges).playerErased(world.ada)
        #expect(try await world.ghost(of: number, world.bob) == nil)
    }

    @Test("many that end at one moment are due once each, however often their tries were written")
    func moments() throws {
        let start = Timestamp(clamping: 1_800_000_000_000)
        var book = GroupChallengeBook()
        for round in 0..<3 {
            for number in 1...20 as ClosedRange<UInt32> {
                var challenge = GroupChallenge(
                    number: GroupChallengeNumber(number), app: AppNumber(1), environment: .production,
                    definition: try ChallengeDefinitionID("Run"), leaderboard: LeaderboardNumber(1), started: start,
                    ends: start.advanced(by: .days(1)), triesLimit: nil, by: PlayerNumber(1),
                    inviting: [PlayerNumber(2)])
                challenge.participants[0].tryCount = round
                _ = book.put(challenge)
            }
        }
        let due = book.due(at: start.advanced(by: .days(1)), limit: 1_000).map(\.number.rawValue)
        #expect(due.sorted() == Array(1...20))
    }

    @Test("rule 14.16: where the leaderboard asks for verified scores, no other is a try")
    func verified() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe)
        var step = ChallengeStep(
            PendingChallenges(groups: GroupChallengeBook([made])), at: made.started, catalogue: world.play.catalogue,
            ids: ChallengeIDs())
        var board = try #require(
            world.play.catalogue.leaderboard(try LeaderboardID("HighScores"), of: world.play.app.number))
        board.replays = ReplayRule(simulator: try SimulatorName("game"), requires: .replay)
        var row = JournalRow(
            stream: StreamID(team: world.play.app.team, environment: .production), sequence: JournalSequence(7),
            time: made.started, kind: .score, leaderboard: board.number, player: world.ada, value: 5)
        step.tryGroups(row, on: board, replay: nil)
        #expect(step.facts.isEmpty)
        row.flags = [.isVerified, .isImported]
        step.tryGroups(row, on: board, replay: nil)
        #expect(step.facts.isEmpty, "brought from elsewhere")
        row.flags = .isVerified
        step.tryGroups(row, on: board, replay: nil)
        #expect(step.pending.groups.challenges[made.number]?[world.ada]?.tryCount == 1)
        // What was planned is as if it had never been.
        step.pending.undo()
        #expect(step.pending.groups.challenges[made.number] == made)
    }

    @Test("rule 4.12: what a moderator takes out is no best try; who is blocked is not invited any more")
    func moderation() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe)
        try await world.join(made, world.zoe)
        try await world.submit(40, world.ada)
        try await world.submit(50, world.zoe)
        let best = try await world.submit(70, world.zoe)
        let moderate = ModerateScore(world.play.keeper)
        let board = try #require(
            world.play.catalogue.leaderboard(try LeaderboardID("HighScores"), of: world.play.app.number))
        let sequence = try #require(
            try await world.read(made)[world.zoe]?.tries.first { $0.value == 70 }?.sequence)
        #expect(best.isNewBest)
        _ = try await moderate.remove(sequence, from: board, of: world.play.app, .production)
        #expect(try await world.standings(made) == ["1 zoe 50/2", "2 ada 40/1"])
        _ = try await moderate.restore(sequence, to: board, of: world.play.app, .production)
        #expect(try await world.standings(made) == ["1 zoe 70/2", "2 ada 40/1"])
        // Blocked, who was invited isn't any more; who plays already stays.
        let other = try await world.make(world.bob, world.zoe)
        try await world.join(other, world.zoe)
        for name in ["bob", "zoe"] { _ = try await BlockPlayer(world.friends)(.alias(try Alias(name)), by: world.ada) }
        try await world.play.keeper.perform { (_) throws(ChallengeError) in }
        #expect(try await world.read(other).participants.map(\.player) == [world.ada, world.zoe])
    }

    @Test("a player who is erased is gone from challenges; a game that is put away cancels them")
    func ends() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, world.bob)
        try await world.join(made, world.zoe)
        try await world.submit(50, world.zoe)
        try await EndChallenges(world.play.challenges).playerErased(world.zoe)
        #expect(try await world.read(made).participants.map(\.player) == [world.ada, world.bob])
        try await AnswerGroupChallenge(world.groups).leave(made.number, as: world.session(world.bob))
        await #expect(throws: GroupChallengeError.unknownChallenge) { try await world.read(made, world.bob) }
        try await EndChallenges(world.play.challenges).appEnded(world.play.app.number)
        #expect(try await world.read(made).stage == .canceled)
        #expect(try await world.killed().read(made).stage == .canceled)
    }

    @Test("rule 1.13: a guest's seat and tries become the account's, each once")
    func merge() async throws {
        let world = try await GroupWorld()
        let made = try await world.make(world.zoe, tries: 3)
        try await world.join(made, world.zoe)
        try await world.submit(50, world.zoe)
        let stream = StreamID(team: world.play.app.team, environment: .production)
        let row = try #require(
            try world.play.store.journal.rows(of: world.zoe, after: .start, in: stream, limit: 10).first)
        try await world.play.keeper.close(world.zoe)
        try await world.play.keeper.perform { (draft) throws(ChallengeError) in
            draft.challenges.merge(world.zoe, into: world.eve)
        }
        for _ in 1...2 {
            try await world.play.keeper.mergeScores(of: world.zoe, into: world.eve) { true }
        }
        #expect(try await world.standings(made) == ["1 eve 50/1", "- ada none/0"])
        #expect(try await world.read(made)[world.eve]?.tries.first?.sequence != row.sequence)
    }
}
