import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

@Suite("Share contract", .timeLimit(.minutes(15))) struct ShareContract {
    private let now = Timestamp(clamping: 1_800_000_000_000)
    private let limits = (shares: 3, invitations: 2)

    private func register(_ alias: String, in directory: any Directory) async throws -> PlayerNumber {
        let new = NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "hash", recoveryCodes: [], created: now,
            entrance: .open, session: nil)
        guard case .registered(let player, _) = try await directory.register(new) else {
            throw StoreError.broken(reason: "\(alias) is taken")
        }
        return player.number
    }

    private func share(
        _ id: UInt8, _ player: PlayerNumber, value: Int64 = 1, app: UInt32 = 3, leaderboard: UInt32 = 5,
        environment: Environment = .sandbox, _ challenge: ShareChallenge? = nil
    ) throws -> Share {
        Share(
            id: try #require(ShareID(bytes: [UInt8](repeating: id, count: 16))), player: player, app: AppNumber(app),
            environment: environment, subject: .score(LeaderboardNumber(leaderboard), value: value, rank: 7),
            created: now, challenge: challenge)
    }

    private func code(_ byte: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: byte, count: 32)))
    }

    private func challenge(days: Int64 = 7, uses: Int = 2) -> ShareChallenge {
        ShareChallenge(message: "Beat 我!", expires: now.advanced(by: .days(days)), usesLeft: uses)
    }

    @Test("gives back what was shared, newest first, to anyone who knows the ID", arguments: Backend.allCases)
    func roundTrip(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let score = try share(1, ada, value: -5)
        let achievement = Share(
            id: try #require(ShareID(bytes: [UInt8](repeating: 2, count: 16))), player: ada, app: AppNumber(3),
            environment: .production, subject: .achievement(AchievementNumber(9)), created: now)
        #expect(try await directory.addShare(score, code: nil, limits: limits) == score)
        #expect(try await directory.addShare(achievement, code: nil, limits: limits) == achievement)
        #expect(try await directory.shares(of: ada, at: now) == [achievement, score])
        #expect(try await directory.share(score.id, at: now) == score)
        #expect(try await directory.share(achievement.id, at: now) == achievement)
        #expect(try await directory.share(try share(9, ada).id, at: now) == nil)
        #expect(try await directory.shares(of: PlayerNumber(99), at: now).isEmpty)
    }

    @Test(
        "the same thing once more is the page that is there; another value is another",
        arguments: Backend.allCases)
    func same(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let first = try share(1, ada)
        _ = try await directory.addShare(first, code: nil, limits: limits)
        #expect(try await directory.addShare(try share(2, ada), code: nil, limits: limits) == first)
        let better = try share(3, ada, value: 2)
        #expect(try await directory.addShare(better, code: nil, limits: limits) == better)
        let third = try share(4, ada, value: 3)
        #expect(try await directory.addShare(third, code: nil, limits: limits) == third)
        #expect(try await directory.addShare(try share(5, ada, value: 4), code: nil, limits: limits) == nil)
        #expect(try await directory.shares(of: ada, at: now).count == 3)
    }

    @Test("a player takes back his own alone", arguments: Backend.allCases)
    func remove(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let bob = try await register("bob", in: directory)
        let made = try share(1, ada)
        _ = try await directory.addShare(made, code: nil, limits: limits)
        #expect(try await directory.removeShare(made.id, of: bob) == false)
        #expect(try await directory.removeShare(made.id, of: ada))
        #expect(try await directory.removeShare(made.id, of: ada) == false)
        #expect(try await directory.share(made.id, at: now) == nil)
    }

    @Test(
        "rules 2.1, 6.2: a challenge link is a friend invitation too: both are made, used, expire and go together",
        arguments: Backend.allCases)
    func challengeLink(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let bob = try await register("bob", in: directory)
        let link = try share(1, ada, challenge())
        #expect(try await directory.addShare(link, code: try code(1), limits: limits) == link)
        let invitation = try #require(try await directory.friendInvitation(try code(1), at: now))
        #expect(invitation.player == ada && invitation.usesLeft == 2)
        #expect(try await directory.share(code: try code(1), at: now) == link)
        let moment = now
        _ = try await directory.relate(bob, byInvitation: try code(1), at: now) { relation in
            do { _ = try relation.comeByInvitation(at: moment) } catch { Issue.record("\(error)") }
        }
        #expect(try await directory.share(link.id, at: now)?.challenge?.usesLeft == 1)
        let late = now.advanced(by: .days(8))
        #expect(try await directory.share(link.id, at: late) == nil)
        #expect(try await directory.shares(of: ada, at: late).isEmpty)
        #expect(try await directory.removeShare(link.id, of: ada))
        #expect(try await directory.friendInvitation(try code(1), at: now) == nil)
    }

    @Test(
        "without its invitation a challenge link is no more; there are so many links a player",
        arguments: Backend.allCases)
    func linkLimits(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        for id in [1, 2] as [UInt8] {
            let link = try share(id, ada, challenge())
            #expect(try await directory.addShare(link, code: try code(id), limits: limits) == link)
        }
        let third = try share(3, ada, challenge())
        #expect(try await directory.addShare(third, code: try code(3), limits: limits) == nil)
        #expect(try await directory.friendInvitations(of: ada, at: now).count == 2)
        let newest = try #require(try await directory.friendInvitations(of: ada, at: now).first)
        #expect(try await directory.removeFriendInvitation(newest.id, of: ada))
        #expect(try await directory.shares(of: ada, at: now).map(\.id) == [try share(1, ada).id])
        #expect(try await directory.addShare(third, code: try code(3), limits: limits) == third)
    }

    @Test(
        "rule 3.2: a wipe takes those of its game, environment, leaderboard and player",
        arguments: Backend.allCases)
    func wipe(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let bob = try await register("bob", in: directory)
        let all = [
            try share(1, ada), try share(2, bob), try share(3, ada, leaderboard: 6), try share(4, bob, app: 4),
            try share(5, bob, environment: .production),
        ]
        for one in all { _ = try await directory.addShare(one, code: nil, limits: limits) }
        let link = try share(6, ada, leaderboard: 6, challenge())
        _ = try await directory.addShare(link, code: try code(6), limits: limits)
        var selection = ShareSelection(app: AppNumber(3), environment: .sandbox, leaderboard: LeaderboardNumber(6))
        #expect(try await directory.countShares(selection) == 2)
        #expect(try await directory.removeShares(selection) == 2)
        #expect(try await directory.friendInvitation(try code(6), at: now) == nil)
        selection = ShareSelection(app: AppNumber(3), environment: .sandbox, player: ada)
        #expect(try await directory.removeShares(selection) == 1)
        selection.player = nil
        #expect(try await directory.removeShares(selection) == 1)
        #expect(try await directory.removeShares(selection) == 0)
        #expect(try await directory.shares(of: bob, at: now).map(\.id) == [all[4].id, all[3].id])
    }

    @Test("an erasure takes what the player shared", arguments: Backend.allCases)
    func erasure(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("ada", in: directory)
        let made = try share(1, ada)
        _ = try await directory.addShare(made, code: nil, limits: limits)
        let link = try share(2, ada, challenge())
        _ = try await directory.addShare(link, code: try code(2), limits: limits)
        _ = try await directory.beginErasure(of: ada, receipt: "r", at: now)
        #expect(try await directory.share(made.id, at: now) == nil)
        #expect(try await directory.share(link.id, at: now) == nil)
    }
}
