import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Testing

/// Challenges on leaderboards that become part of a group, or are put away.
@Suite("Challenges that move", .timeLimit(.minutes(15))) struct ChallengeMoveTests {
    /// Number, value and state of those that a player received, on which leaderboard.
    private func received(_ play: PlayFixture, _ player: UInt32) async throws -> [String] {
        try await play.list(player).map { challenge in
            guard case .score(let board, let value, _) = challenge.goal else { return "achievement" }
            let id = play.catalogue.leaderboard(board)?.id.text ?? "?"
            return "\(challenge.number.rawValue) \(id) \(value) \(challenge.state.name)"
        }
    }

    @Test(
        "rule 4.1: pending challenges move into a group with their leaderboard, and a score there completes them",
        arguments: [false, true])
    func moved(restarts: Bool) async throws {
        var play = try await PlayFixture()
        let group = try await play.board("grp.club")
        let old = try await play.board("Old")
        try await play.submit(40, by: 1, to: "Old", replay: [1, 2, 3])
        try await play.submit(50, by: 2, to: "grp.club")
        try await play.challenge(3, by: 1, on: "Old", message: "Beat it")
        try await play.challenge(3, by: 2, on: "grp.club")
        _ = try await ConfigureLeaderboard(play.keeper).move(old.number, of: play.app, into: group.id)
        if restarts { play = try await play.restarted() }
        #expect(try await received(play, 3) == ["2 grp.club 50 pending", "1 grp.club 40 pending"])
        // By the old id, at which the challenge was made; with its replay, and answered.
        let result = try await play.submit(45, by: 3, to: "Old", id: "one")
        #expect(result.setOff.completed == [ChallengeNumber(1)] && result.setOff.answers.count == 1)
        #expect(try await received(play, 3) == ["2 grp.club 50 pending", "1 grp.club 40 completed"])
        #expect(try await received(play, 1) == ["3 grp.club 45 pending"])
        // Sent again it says the same.
        #expect(try await play.submit(45, by: 3, to: "grp.club", id: "one").setOff == result.setOff)
    }

    @Test("rules 4.1, 6.2: where both leaderboards have a challenge of one pair, the harder one stands")
    func harder() async throws {
        let play = try await PlayFixture()
        let group = try await play.board("grp.club")
        let old = try await play.board("Old")
        for board in ["Old", "grp.club"] {
            for player in [1, 2] as [UInt32] { try await play.submit(90, by: player, to: board) }
        }
        for (board, values) in [("Old", [40, 60]), ("grp.club", [50, 50])] as [(String, [Int64])] {
            try await play.challenge(3, by: 1, on: board, value: values[0])
            try await play.challenge(3, by: 2, on: board, value: values[1])
        }
        _ = try await ConfigureLeaderboard(play.keeper).move(old.number, of: play.app, into: group.id)
        #expect(
            try await received(play, 3) == [
                "4 grp.club 50 invalid", "3 grp.club 50 pending", "2 grp.club 60 pending", "1 grp.club 40 invalid",
            ])
    }

    @Test(
        "rule 6.2: ten a day count on, and mutes hold on, after a move and after a restart", arguments: [false, true])
    func limits(restarts: Bool) async throws {
        var play = try await PlayFixture()
        let group = try await play.board("grp.club")
        let old = try await play.board("Old")
        try await play.submit(1_000, by: 1, to: "Old")
        try await play.submit(1_000, by: 1, to: "grp.club")
        for value in 1...6 as ClosedRange<Int64> { try await play.challenge(2, by: 1, on: "Old", value: value) }
        for value in 1...3 as ClosedRange<Int64> { try await play.challenge(2, by: 1, on: "grp.club", value: value) }
        let mute = ChallengeMute(player: PlayerNumber(3), sender: nil, leaderboard: old.number)
        try await MuteChallenges(play.challenges)(mute, isMuted: true)
        _ = try await ConfigureLeaderboard(play.keeper).move(old.number, of: play.app, into: group.id)
        if restarts { play = try await play.restarted() }
        try await play.challenge(2, by: 1, on: "grp.club", value: 10)
        await #expect(throws: IssueChallengesError.tooManyToday(item: 0, limit: 10)) {
            try await play.challenge(2, by: 1, on: "Old", value: 11)
        }
        let before = try await play.notices().count
        try await play.challenge(3, by: 1, on: "grp.club")
        #expect(try await play.notices().count == before)
    }

    @Test("rules 3.2, 6.3: what rests on wiped test data becomes invalid, and nothing else")
    func wiped() async throws {
        enum Scope: CaseIterable { case leaderboard, player, everything }
        for scope in Scope.allCases {
            let play = try await PlayFixture()
            let board = try await play.board("A")
            try await play.board("B")
            for environment in Environment.allCases {
                for id in ["A", "B"] {
                    try await play.submit(5, by: 1, to: id, replay: [1], environment: environment)
                    try await play.challenge(2, by: 1, on: id, environment: environment)
                    try await play.submit(6, by: 3, to: id, environment: environment)
                    try await play.challenge(4, by: 3, on: id, environment: environment)
                }
            }
            let wanted: WipeScope =
                switch scope {
                case .leaderboard: .leaderboard(board.number)
                case .player: .player(PlayerNumber(1))
                case .everything: .everything
                }
            _ = try await WipeScores(play.keeper)(wanted, of: play.app, subject: "", by: .operator)
            let next = try await play.restarted()
            func states(_ player: UInt32) async throws -> [ChallengeState] {
                try await next.list(player, .received, nil, .sandbox).reversed().map(\.state)
            }
            switch scope {
            case .leaderboard:
                #expect(try await states(2) == [.invalid, .pending])
                #expect(try await states(4) == [.invalid, .pending])
            case .player:
                #expect(try await states(2) == [.invalid, .invalid])
                #expect(try await states(4) == [.pending, .pending])
            case .everything:
                #expect(try await states(2) == [.invalid, .invalid])
                #expect(try await states(4) == [.invalid, .invalid])
            }
            #expect(try await next.list(2).map(\.state) == [.pending, .pending], "Production")
            // The replay of a wiped score is not that of another one that is as good.
            if scope != .player {
                try await next.submit(5, by: 1, to: "A", environment: .sandbox)
                let issued = try await next.challenge(2, by: 1, on: "A", environment: .sandbox)
                #expect(issued.first?.details.replay == nil)
            }
        }
    }

    @Test("rule 3.2: a player with nothing left in the sandbox is not counted among its players")
    func playerCount() async throws {
        var play = try await PlayFixture()
        try await play.board()
        try await play.achievement()
        for environment in Environment.allCases {
            try await play.submit(5, by: 1, environment: environment)
            try await play.submit(5, by: 2, environment: environment)
            try await play.report(100, by: 3, environment: environment)
        }
        func count(_ environment: Environment = .sandbox) -> Int {
            play.keeper.tally.playerCount(of: play.app.number, environment)
        }
        func wipe(_ scope: WipeScope) async throws {
            let wipe = WipeTestData(play.keeper, sections: [.achievements(play.keeper)])
            _ = try await wipe(scope, of: play.app, subject: "", by: .operator)
        }
        #expect(count() == 3)
        try await wipe(.player(PlayerNumber(1)))
        #expect(count() == 2)
        try await wipe(.player(PlayerNumber(3)))
        #expect(count() == 1)
        play = try await play.restarted()
        #expect(count() == 1 && count(.production) == 3)
        try await play.submit(7, by: 1, environment: .sandbox)
        #expect(count() == 2)
        try await wipe(.everything)
        #expect(count() == 0)
        play = try await play.restarted()
        #expect(count() == 0 && count(.production) == 3)
        // Once more there is nobody to take out.
        try await wipe(.everything)
        #expect(count() == 0)
    }

    @Test("rule 6.3: what is pending on a leaderboard that is archived, or in a game that ends, becomes invalid")
    func archived() async throws {
        let play = try await PlayFixture()
        let board = try await play.board("A")
        try await play.board("B")
        for id in ["A", "B"] {
            try await play.submit(5, by: 1, to: id)
            try await play.challenge(2, by: 1, on: id)
        }
        _ = try await ConfigureLeaderboard(play.keeper).update(board.number, of: play.app) { $0.isArchived = true }
        #expect(try await received(play, 2) == ["2 B 5 pending", "1 A 5 invalid"])
        try await EndChallenges(play.challenges).appEnded(play.app.number)
        #expect(try await received(play, 2) == ["2 B 5 invalid", "1 A 5 invalid"])
        let next = try await play.restarted()
        #expect(try await received(next, 2) == ["2 B 5 invalid", "1 A 5 invalid"])
        await #expect(throws: IssueChallengesError.leaderboardArchived) { try await next.challenge(2, by: 1, on: "A") }
    }
}
