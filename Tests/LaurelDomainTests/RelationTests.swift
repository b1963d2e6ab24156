import LaurelDomain
import Testing

@Suite("Relations") struct RelationTests {
    private static let now = Timestamp(clamping: 1_800_000_000_000)
    private static let request = FriendRequest(message: "Hello", created: now)

    private static func relation(
        friendsSince: Timestamp? = nil, sent: FriendRequest? = nil, received: FriendRequest? = nil,
        blocksOther: Bool = false, isBlockedByOther: Bool = false, counts: FriendCounts = FriendCounts(),
        otherCounts: FriendCounts = FriendCounts()
    ) -> Relation {
        Relation(
            player: PlayerNumber(1), other: PlayerNumber(2), friendsSince: friendsSince, sent: sent,
            received: received, blocksOther: blocksOther, isBlockedByOther: isBlockedByOther, counts: counts,
            otherCounts: otherCounts)
    }

    @Test("rule 2.1: a request waits, and the other one is told of it")
    func request() throws {
        let before = Self.relation()
        var relation = before
        #expect(try relation.request(message: "Hello", at: Self.now) == .waits)
        #expect(relation.sent == Self.request)
        let notice = NewNotice(to: PlayerNumber(2), .friendRequested, about: PlayerNumber(1), created: Self.now)
        #expect(relation.notices(after: before) == [notice])
        // Asked again it is the same request.
        let asked = relation
        #expect(try relation.request(message: "Well?", at: Self.now.advanced(by: .days(1))) == .waits)
        #expect(relation == asked)
    }

    @Test("rule 2.1: requests of both are a friendship at once, and the one who asked first is told")
    func mutual() throws {
        let before = Self.relation(received: Self.request)
        var relation = before
        #expect(try relation.request(message: "", at: Self.now) == .becameFriends)
        #expect(relation.friendsSince == Self.now && relation.received == nil && relation.sent == nil)
        #expect(relation.notices(after: before).map(\.kind) == [.friendAccepted])
        let answered = relation.answered(after: before)
        #expect(answered.map(\.receiver) == [PlayerNumber(1)] && answered.map(\.sender) == [PlayerNumber(2)])
    }

    @Test("rule 2.1: a blocked player's request looks like any other, and nobody sees it")
    func hidden() throws {
        let before = Self.relation(isBlockedByOther: true)
        var relation = before
        #expect(try relation.request(message: "Hello", at: Self.now) == .waits)
        #expect(relation.sent?.isHidden == true)
        #expect(relation.notices(after: before).isEmpty)
        // The other one, who blocked, cannot accept what he does not see.
        var other = Self.relation(received: relation.sent, blocksOther: true)
        #expect(throws: FriendRefusal.noRequest) { try other.accept(at: Self.now) }
        #expect(throws: FriendRefusal.noRequest) { try other.decline() }
        // Nor does a link of his work for the one who is blocked.
        let blocked = relation
        #expect(try relation.comeByInvitation(at: Self.now) == false)
        #expect(relation == blocked)
    }

    @Test(
        "rule 2.1: blocked or not, every limit answers the same",
        arguments: [
            FriendCounts(friends: FriendLimits.friends), FriendCounts(sentRequests: FriendLimits.sentRequests),
            FriendCounts(requestsToday: FriendLimits.requestsADay),
            FriendCounts(requestsTodayToOther: FriendLimits.requestsADayToOne),
        ])
    func sameAnswers(counts: FriendCounts) throws {
        func refusal(isBlocked: Bool) -> FriendRefusal? {
            var relation = Self.relation(isBlockedByOther: isBlocked, counts: counts)
            do throws(FriendRefusal) {
                _ = try relation.request(message: "", at: Self.now)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(isBlocked: true) == refusal(isBlocked: false))
        #expect(refusal(isBlocked: false) != nil)
        var full = Self.relation(
            isBlockedByOther: true, otherCounts: FriendCounts(receivedRequests: FriendLimits.receivedRequests))
        #expect(throws: FriendRefusal.otherHasTooManyRequests) { try full.request(message: "", at: Self.now) }
    }

    @Test("rule 2.1: one below each limit is inside")
    func edges() throws {
        let counts = FriendCounts(
            friends: FriendLimits.friends - 1, sentRequests: FriendLimits.sentRequests - 1,
            blocked: FriendLimits.blocked - 1, requestsToday: FriendLimits.requestsADay - 1,
            requestsTodayToOther: FriendLimits.requestsADayToOne - 1)
        let others = FriendCounts(
            friends: FriendLimits.friends - 1, receivedRequests: FriendLimits.receivedRequests - 1)
        var relation = Self.relation(counts: counts, otherCounts: others)
        #expect(try relation.request(message: "", at: Self.now) == .waits)
        relation = Self.relation(received: Self.request, counts: counts, otherCounts: others)
        try relation.accept(at: Self.now)
        try relation.block()
        #expect(relation.blocksOther && relation.friendsSince == nil)
    }

    @Test("rule 2.1: with a full list nobody becomes a friend, by whichever door")
    func full() {
        let full = FriendCounts(friends: FriendLimits.friends)
        var own = Self.relation(received: Self.request, counts: full)
        var others = Self.relation(received: Self.request, otherCounts: full)
        let before = (own, others)
        let limit = FriendRefusal.tooManyFriends(limit: FriendLimits.friends)
        #expect(throws: limit) { try own.accept(at: Self.now) }
        #expect(throws: limit) { try own.request(message: "", at: Self.now) }
        #expect(throws: limit) { try own.comeByInvitation(at: Self.now) }
        #expect(throws: FriendRefusal.otherHasTooManyFriends) { try others.accept(at: Self.now) }
        #expect(throws: FriendRefusal.otherHasTooManyFriends) { try others.comeByInvitation(at: Self.now) }
        #expect((own, others) == before)
    }

    @Test("rule 2.1: a block ends friendship and requests, and the blocker must unblock before they ask")
    func block() throws {
        var relation = Self.relation(friendsSince: Self.now, sent: Self.request, received: Self.request)
        try relation.block()
        #expect(relation.friendsSince == nil && relation.sent == nil && relation.received == nil)
        #expect(throws: FriendRefusal.blocksOther) { try relation.request(message: "", at: Self.now) }
        #expect(throws: FriendRefusal.blocksOther) { try relation.comeByInvitation(at: Self.now) }
        // Again is nothing new, also at the limit.
        let blocked = relation
        try relation.block()
        #expect(relation == blocked)
        relation.unblock()
        #expect(relation.friendsSince == nil && !relation.blocksOther)
        var many = Self.relation(counts: FriendCounts(blocked: FriendLimits.blocked))
        #expect(throws: FriendRefusal.tooManyBlocked(limit: FriendLimits.blocked)) { try many.block() }
    }

    @Test("rule 2.1: nobody is his own friend, and nothing is ended that is not there")
    func nothing() {
        var oneself = Relation(player: PlayerNumber(1), other: PlayerNumber(1))
        #expect(throws: FriendRefusal.oneself) { try oneself.request(message: "", at: Self.now) }
        #expect(throws: FriendRefusal.oneself) { try oneself.comeByInvitation(at: Self.now) }
        #expect(throws: FriendRefusal.oneself) { try oneself.block() }
        var strangers = Self.relation()
        #expect(throws: FriendRefusal.notFriends) { try strangers.remove() }
        #expect(throws: FriendRefusal.noRequest) { try strangers.accept(at: Self.now) }
        #expect(throws: FriendRefusal.noRequest) { try strangers.decline() }
        #expect(throws: FriendRefusal.noRequest) { try strangers.withdraw() }
        var friends = Self.relation(friendsSince: Self.now)
        #expect(throws: FriendRefusal.alreadyFriends) { try friends.request(message: "", at: Self.now) }
        #expect(throws: FriendRefusal.alreadyFriends) { try friends.comeByInvitation(at: Self.now) }
        #expect(throws: FriendRefusal.alreadyFriends) { try friends.accept(at: Self.now) }
        #expect(strangers == Self.relation())
    }
}
