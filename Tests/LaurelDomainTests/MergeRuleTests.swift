import LaurelDomain
import Testing

@Suite("Rules of merges") struct MergeRuleTests {
    private let now = Timestamp(clamping: 1_800_000_000_000)
    private let ada = PlayerNumber(1)
    private let bob = PlayerNumber(2)
    private let guest = PlayerNumber(3)

    @Test("rule 1.13: the higher progress of both counts, whichever side it is on")
    func progress() throws {
        func progress(_ percent: Double, _ times: UInt32 = 0, first: Timestamp? = nil, last: Timestamp) throws
            -> AchievementProgress
        {
            AchievementProgress(
                achievement: AchievementNumber(1), percent: try #require(Percent(percent)), timesEarned: times,
                firstEarned: first, lastReported: last)
        }
        let later = now.advanced(by: .days(1))
        let (low, high) = (try progress(40, last: later), try progress(100, 2, first: now, last: now))
        let merged = try progress(100, 2, first: now, last: later)
        #expect(low.merged(with: high) == merged && high.merged(with: low) == merged)
        let both = try progress(100, 1, first: later, last: later)
        #expect(both.merged(with: high) == merged && merged.merged(with: merged) == merged)
    }

    @Test("rule 1.13: a friend is taken over once, and never past a block or the limit")
    func friends() {
        var relation = Relation(player: ada, other: bob)
        #expect(relation.takeFriend(at: now) && relation.friendsSince == now)
        let before = relation
        #expect(relation.takeFriend(at: now.advanced(by: .days(1))) && relation == before)
        for blocked in [
            Relation(player: ada, other: bob, blocksOther: true),
            Relation(player: ada, other: bob, isBlockedByOther: true), Relation(player: ada, other: ada),
        ] {
            var blocked = blocked
            #expect(blocked.takeFriend(at: now) && blocked.friendsSince == nil)
        }
        var counts = FriendCounts()
        counts.friends = FriendLimits.friends
        var full = Relation(player: ada, other: bob, counts: counts)
        #expect(!full.takeFriend(at: now) && full.friendsSince == nil)
    }

    @Test("rule 1.13: a block ends a friendship, whatever the limit says")
    func blocks() {
        var counts = FriendCounts()
        counts.blocked = FriendLimits.blocked
        var relation = Relation(player: ada, other: bob, friendsSince: now, counts: counts)
        relation.takeBlock()
        #expect(relation.blocksOther && relation.friendsSince == nil)
        var oneself = Relation(player: ada, other: ada)
        oneself.takeBlock()
        #expect(!oneself.blocksOther)
    }

    @Test("rule 1.13: an account mutes nobody less, and never itself")
    func mutes() {
        let board = LeaderboardNumber(1)
        func mute(_ player: PlayerNumber, _ sender: PlayerNumber?) -> ChallengeMute {
            ChallengeMute(player: player, sender: sender, leaderboard: board)
        }
        #expect(mute(guest, bob).merged(from: guest, into: ada) == mute(ada, bob))
        #expect(mute(bob, guest).merged(from: guest, into: ada) == mute(bob, ada))
        #expect(mute(guest, nil).merged(from: guest, into: ada) == mute(ada, nil))
        #expect(mute(guest, ada).merged(from: guest, into: ada) == nil)
        #expect(mute(ada, guest).merged(from: guest, into: ada) == nil)
    }
}
