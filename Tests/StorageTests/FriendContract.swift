import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// Friends, requests, blocks and links: every engine says the same.
@Suite("Friend contract", .timeLimit(.minutes(15))) struct FriendContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)

    private func make(_ backend: Backend, players: Int) async throws -> (any Directory, [PlayerNumber]) {
        let directory = try backend.makeStore().directory
        var numbers: [PlayerNumber] = []
        for index in 0..<players {
            let new = NewPlayer(
                alias: try Alias("player\(index)"), displayName: "player\(index)", passwordHash: "", recoveryCodes: [],
                created: start, entrance: .open, session: nil)
            guard case .registered(let player, _) = try await directory.register(new) else { continue }
            numbers.append(player.number)
        }
        return (directory, numbers)
    }

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    /// Runs a rule that must not throw.
    private func relate(
        _ directory: any Directory, _ player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) throws(FriendRefusal) -> Void
    ) async throws {
        let refusal = try await directory.relate(player, to: other, at: now) { relation -> FriendRefusal? in
            do throws(FriendRefusal) {
                try rule(&relation)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal == .some(nil))
    }

    private func seen(_ directory: any Directory, _ player: PlayerNumber, _ other: PlayerNumber) async throws
        -> Relation
    {
        try #require(try await directory.relate(player, to: other, at: start) { $0 })
    }

    @Test("rule 2.1: a request becomes a friendship of both, with its notices", arguments: Backend.allCases)
    func friendship(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 3)
        let (ada, zoe, bob) = (players[0], players[1], players[2])
        let start = start
        try await relate(directory, ada, zoe, at: start) { relation throws(FriendRefusal) in
            _ = try relation.request(message: "Hé 🐒", at: start)
        }
        #expect(
            try await directory.friendRequests(of: zoe).received
                == [FriendRequests.Row(player: ada, message: "Hé 🐒", created: start)])
        #expect(try await directory.friendRequests(of: ada).sent.map(\.player) == [zoe])
        let asked = try await seen(directory, zoe, ada)
        #expect(asked.received?.message == "Hé 🐒" && asked.counts.receivedRequests == 1)
        #expect(asked.otherCounts.sentRequests == 1 && asked.otherCounts.requestsToday == 1)
        try await relate(directory, zoe, ada, at: start) { relation throws(FriendRefusal) in
            try relation.accept(at: start)
        }
        #expect(try await directory.friends(of: ada) == [zoe])
        #expect(try await directory.friends(of: zoe) == [ada])
        #expect(try await directory.friends(of: bob).isEmpty)
        #expect(try await directory.friendRequests(of: zoe) == FriendRequests())
        #expect(try await seen(directory, ada, zoe).counts.friends == 1)
        let notices = try await directory.notices(after: .start, limit: 10)
        #expect(
            notices.map(\.content) == [
                NewNotice(to: zoe, .friendRequested, about: ada, created: start),
                NewNotice(to: ada, .friendAccepted, about: zoe, created: start),
            ])
        #expect(notices.map(\.isRead) == [true, false], "what is answered asks for nothing any more")
        try await relate(directory, ada, zoe, at: start) { relation throws(FriendRefusal) in try relation.remove() }
        #expect(try await directory.friends(of: ada).isEmpty)
        #expect(try await directory.friends(of: zoe).isEmpty)
    }

    @Test("rule 2.1: a refused rule and an unknown player write nothing", arguments: Backend.allCases)
    func nothing(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 1)
        let unknown = try await directory.relate(players[0], to: PlayerNumber(99), at: start) { _ in true }
        #expect(unknown == nil)
        let answer = try await directory.relate(players[0], to: players[0], at: start) { relation in
            do throws(FriendRefusal) { try relation.block() } catch { return "\(error)" }
            return "blocked"
        }
        #expect(answer == "oneself")
        #expect(try await directory.blocked(by: players[0]).isEmpty)
    }

    @Test(
        "rule 2.1: a block ends everything, hides requests and counts them for the sender alone",
        arguments: Backend.allCases)
    func block(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 2)
        let (ada, zoe) = (players[0], players[1])
        let start = start
        try await relate(directory, ada, zoe, at: start) { relation throws(FriendRefusal) in try relation.block() }
        #expect(try await directory.isBlocked(zoe, by: ada))
        #expect(try await !directory.isBlocked(ada, by: zoe))
        #expect(try await directory.blocked(by: ada) == [zoe])
        #expect(try await directory.apart(from: ada) == [zoe])
        #expect(try await directory.apart(from: zoe) == [ada])
        try await relate(directory, zoe, ada, at: start) { relation throws(FriendRefusal) in
            _ = try relation.request(message: "", at: start)
        }
        #expect(try await directory.friendRequests(of: ada).received.isEmpty)
        #expect(try await directory.friendRequests(of: zoe).sent.map(\.player) == [ada])
        let own = try await seen(directory, ada, zoe)
        #expect(own.counts.receivedRequests == 0 && own.counts.blocked == 1 && own.otherCounts.sentRequests == 1)
        #expect(try await directory.lastNotice() == .start)
        try await relate(directory, ada, zoe, at: start) { relation throws(FriendRefusal) in relation.unblock() }
        #expect(try await directory.blocked(by: ada).isEmpty)
        // It stays hidden: what was sent then is not delivered now.
        #expect(try await directory.friendRequests(of: ada).received.isEmpty)
    }

    @Test("rule 2.1: requests of a day are counted, answered or not, for a day", arguments: Backend.allCases)
    func aDay(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 3)
        for (hour, other) in [(0, 1), (1, 1), (2, 2)] {
            let moment = start.advanced(by: .hours(Int64(hour)))
            try await relate(directory, players[0], players[other], at: moment) { relation throws(FriendRefusal) in
                _ = try relation.request(message: "", at: moment)
                try relation.withdraw()
                _ = try relation.request(message: "", at: moment)
            }
            try await relate(directory, players[0], players[other], at: moment) { relation throws(FriendRefusal) in
                try relation.withdraw()
            }
        }
        for (span, all, toOne) in [(Timestamp.Span.hours(2), 3, 2), (.hours(24), 2, 1), (.hours(26), 0, 0)] {
            let relation = try #require(
                try await directory.relate(players[0], to: players[1], at: start.advanced(by: span)) { $0 })
            #expect(relation.counts.requestsToday == all && relation.counts.requestsTodayToOther == toOne)
            #expect(relation.otherCounts.requestsToday == 0)
        }
    }

    @Test("rule 2.1: a link works so often, so long, until it is taken back", arguments: Backend.allCases)
    func links(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 4)
        let ada = players[0]
        let start = start
        let expires = start.advanced(by: .days(1))
        let made = try await directory.addFriendInvitation(
            try digest(1), by: ada, created: start, expires: expires, uses: 2, limit: 2)
        let link = try #require(made)
        #expect(try await directory.friendInvitation(try digest(1), at: start) == link)
        #expect(try await directory.friendInvitation(try digest(1), at: expires) == nil)
        #expect(try await directory.friendInvitation(try digest(2), at: start) == nil)
        func come(_ player: PlayerNumber, at now: Timestamp) async throws -> PlayerNumber? {
            let found = try await directory.relate(player, byInvitation: try digest(1), at: now) { relation in
                do throws(FriendRefusal) { return try relation.comeByInvitation(at: now) } catch { return false }
            }
            return found?.inviter
        }
        #expect(try await come(players[1], at: start) == ada)
        // A friend already: nothing is used up.
        #expect(try await come(players[1], at: start) == ada)
        #expect(try await directory.friendInvitations(of: ada, at: start).map(\.usesLeft) == [1])
        #expect(try await come(players[2], at: start) == ada)
        #expect(try await come(players[3], at: start) == nil)
        // Their answers were lost, and they come again.
        #expect(try await come(players[1], at: start) == ada)
        #expect(try await come(players[2], at: start) == ada)
        #expect(try await come(players[2], at: expires) == nil)
        #expect(try await directory.friends(of: ada) == [players[1], players[2]])
        #expect(try await directory.friendInvitations(of: ada, at: start).isEmpty)
        let notices = try await directory.notices(after: .start, limit: 10).map(\.content)
        #expect(notices.map(\.player) == [ada, ada] && notices.map(\.about) == [players[1], players[2]])
    }

    @Test(
        "rule 2.1: old links make room, good ones do not, and each is its maker's", arguments: Backend.allCases
    )
    func room(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 2)
        let later = start.advanced(by: .days(1))
        func add(_ code: UInt8, at now: Timestamp) async throws -> FriendInvitation? {
            try await directory.addFriendInvitation(
                try digest(code), by: players[0], created: now, expires: now.advanced(by: .days(1)), uses: 1, limit: 2)
        }
        let first = try #require(try await add(1, at: start))
        let second = try #require(try await add(2, at: start))
        #expect(try await add(3, at: start) == nil)
        #expect(try await directory.friendInvitations(of: players[0], at: start) == [second, first])
        #expect(try await !directory.removeFriendInvitation(first.id, of: players[1]))
        #expect(try await directory.removeFriendInvitation(first.id, of: players[0]))
        #expect(try await !directory.removeFriendInvitation(first.id, of: players[0]))
        #expect(try await add(4, at: start) != nil)
        #expect(try await add(5, at: later) != nil)
        #expect(try await directory.friendInvitations(of: players[0], at: later).count == 1)
    }

    @Test(
        "rule 7.1: a player who is passed is told once a day, leaderboard and environment",
        arguments: Backend.allCases)
    func overtaken(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 3)
        let id = try LeaderboardID("HighScores")
        func overtaking(
            _ overtaken: [PlayerNumber], hours: Int64 = 0, board: UInt32 = 1, in environment: Environment = .production
        ) -> Overtaking {
            Overtaking(
                overtaken: overtaken, by: players[0], app: AppNumber(7), environment: environment,
                leaderboard: LeaderboardNumber(board), leaderboardID: id, score: 60,
                time: start.advanced(by: .hours(hours)))
        }
        func tell(
            _ overtaken: [PlayerNumber], hours: Int64 = 0, board: UInt32 = 1, in environment: Environment = .production
        ) async throws -> Int {
            try await directory.tell([overtaking(overtaken, hours: hours, board: board, in: environment)])
        }
        #expect(try await tell([players[1], PlayerNumber(99)]) == 1)
        #expect(try await tell([players[1], players[2]]) == 1)
        #expect(try await tell([players[1]], board: 2) == 1)
        #expect(try await tell([players[1]], in: .sandbox) == 1)
        #expect(try await tell([players[1]], hours: 24) == 1)
        #expect(try await tell([players[1]], hours: 24) == 0)
        // Several at once: each is told for itself, and one who is in two of them once.
        #expect(
            try await directory.tell([
                overtaking([players[2]], hours: 24), overtaking([players[1], players[2]], hours: 24),
                overtaking([players[2]], hours: 24, board: 2),
            ]) == 2)
        #expect(try await directory.tell([]) == 0)
        let notices = try await directory.notices(after: .start, limit: 10).map(\.content)
        #expect(
            notices.map(\.player)
                == [players[1], players[2], players[1], players[1], players[1], players[2], players[2]])
        #expect(
            notices.first
                == NewNotice(
                    to: players[1], .overtaken, app: AppNumber(7), environment: .production, about: players[0],
                    subject: "HighScores", details: #"{"score":60}"#, created: start))
    }

    @Test("rule 2.2: consent is a player's and a game's", arguments: Backend.allCases)
    func consent(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 3)
        let (game, other) = (AppNumber(1), AppNumber(2))
        let start = start
        for friend in players.dropFirst() {
            try await relate(directory, players[0], friend, at: start) { relation throws(FriendRefusal) in
                _ = try relation.comeByInvitation(at: start)
            }
        }
        #expect(try await directory.friendListConsent(of: players[1], to: game) == .notDetermined)
        #expect(try await directory.friends(of: players[0], consentingTo: game).isEmpty)
        try await directory.setFriendListConsent(.authorized, of: players[1], to: game)
        try await directory.setFriendListConsent(.authorized, of: players[2], to: other)
        #expect(try await directory.friends(of: players[0], consentingTo: game) == [players[1]])
        #expect(try await directory.friends(of: players[0], consentingTo: other) == [players[2]])
        try await directory.setFriendListConsent(.denied, of: players[1], to: game)
        #expect(try await directory.friendListConsent(of: players[1], to: game) == .denied)
        #expect(try await directory.friends(of: players[0], consentingTo: game).isEmpty)
    }

    @Test("friends of friends agree with a walk over all pairs", arguments: Backend.allCases)
    func friendsOfFriends(backend: Backend) async throws {
        let (directory, players) = try await make(backend, players: 12)
        var random = SplitMix64(seed: 11)
        var friends: [PlayerNumber: Set<PlayerNumber>] = [:]
        var barred: Set<[PlayerNumber]> = []
        for _ in 0..<60 {
            guard let one = players.randomElement(using: &random), let other = players.randomElement(using: &random),
                one != other, friends[one]?.contains(other) != true, !barred.contains([one, other]),
                !barred.contains([other, one])
            else { continue }
            let choice = Int.random(in: 0..<4, using: &random)
            let start = start
            try await relate(directory, one, other, at: start) { (relation) throws(FriendRefusal) in
                switch choice {
                case 0: _ = try relation.request(message: "", at: start)
                case 1: try relation.block()
                default: _ = try relation.comeByInvitation(at: start)
                }
            }
            if choice > 1 {
                friends[one, default: []].insert(other)
                friends[other, default: []].insert(one)
            } else {
                barred.insert([one, other])
            }
        }
        for player in players {
            var shared: [PlayerNumber: Int] = [:]
            for friend in friends[player, default: []] {
                for candidate in friends[friend, default: []] where candidate != player {
                    shared[candidate, default: 0] += 1
                }
            }
            let expected = shared.filter { candidate, _ in
                friends[player]?.contains(candidate) != true && !barred.contains([player, candidate])
                    && !barred.contains([candidate, player])
            }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                FriendSuggestion(player: $0.key, sharedFriends: $0.value)
            }
            #expect(try await directory.friendsOfFriends(of: player, friendships: 1_000, limit: 100) == expected)
            #expect(
                try await directory.friendsOfFriends(of: player, friendships: 1_000, limit: 2)
                    == Array(expected.prefix(2)))
            #expect(try await directory.friendsOfFriends(of: player, friendships: 0, limit: 100).isEmpty)
        }
    }
}
