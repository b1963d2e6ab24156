// The rules of friendship (rule 2.1). Each changes the relation, or throws and leaves it as it is.
extension Relation {
    /// Asks the other one to be friends. Asked again while the first request waits, it stays as it was; asked by both,
    /// it is a friendship at once.
    ///
    /// A blocked player gets the answers that anyone gets: all refusals come before the one thing that differs, and
    /// that is seen by nobody.
    ///
    /// - Parameters:
    ///   - message: goes only where messages may (rule 1.1): the request arrives without it otherwise.
    ///   - approach: what both players' profiles say about it.
    public mutating func request(
        message: String, at now: Timestamp, _ approach: Approach = Approach()
    ) throws(FriendRefusal) -> FriendRequested {
        guard player != other else { throw .oneself }
        guard friendsSince == nil else { throw .alreadyFriends }
        // The player who asks first is found by the one they ask.
        guard approach.finds || received.map({ !$0.isHidden }) ?? false || blocksOther else { throw .notFindable }
        guard !blocksOther else { throw .blocksOther }
        if received != nil, !isBlockedByOther {
            try checkMeeting(approach)
            try befriend(at: now)
            return .becameFriends
        }
        if sent != nil { return .waits }
        try checkMeeting(approach)
        guard approach.isWelcome else { throw .takesNoRequests }
        guard counts.friends < FriendLimits.friends else { throw .tooManyFriends(limit: FriendLimits.friends) }
        guard counts.sentRequests < FriendLimits.sentRequests else {
            throw .tooManySentRequests(limit: FriendLimits.sentRequests)
        }
        guard counts.requestsToday < FriendLimits.requestsADay else {
            throw .tooManyRequestsToday(limit: FriendLimits.requestsADay)
        }
        guard counts.requestsTodayToOther < FriendLimits.requestsADayToOne else {
            throw .tooManyRequestsTodayToOne(limit: FriendLimits.requestsADayToOne)
        }
        guard otherCounts.receivedRequests < FriendLimits.receivedRequests else { throw .otherHasTooManyRequests }
        sent = FriendRequest(
            message: approach.mayMessage ? message : "", created: now, isHidden: isBlockedByOther)
        return .waits
    }

    /// Says yes to the other one's request. Who says it again, since the answer was lost, hears that they are friends.
    public mutating func accept(at now: Timestamp, _ approach: Approach = Approach()) throws(FriendRefusal) {
        guard friendsSince == nil else { throw .alreadyFriends }
        guard let received, !received.isHidden else { throw .noRequest }
        try checkMeeting(approach)
        try befriend(at: now)
    }

    /// Says no to it. The sender is not told.
    public mutating func decline() throws(FriendRefusal) {
        guard let received, !received.isHidden else { throw .noRequest }
        self.received = nil
    }

    /// Takes the player's own request back.
    public mutating func withdraw() throws(FriendRefusal) {
        guard sent != nil else { throw .noRequest }
        sent = nil
    }

    /// Ends the friendship.
    public mutating func remove() throws(FriendRefusal) {
        guard friendsSince != nil else { throw .notFriends }
        friendsSince = nil
    }

    /// Ends friendship and requests, and lets none come up again. Done already is done too.
    public mutating func block() throws(FriendRefusal) {
        guard player != other else { throw .oneself }
        if blocksOther { return }
        guard counts.blocked < FriendLimits.blocked else { throw .tooManyBlocked(limit: FriendLimits.blocked) }
        blocksOther = true
        friendsSince = nil
        sent = nil
        received = nil
    }

    /// What was ended stays ended. Done already is done too.
    public mutating func unblock() { blocksOther = false }

    /// Comes by the other one's invitation link: friends at once.
    ///
    /// - Returns: false, with nothing changed, when the other one blocks the player, or may meet no strangers (any
    ///   more): the link is no good for them.
    public mutating func comeByInvitation(
        at now: Timestamp, _ approach: Approach = Approach()
    ) throws(FriendRefusal) -> Bool {
        guard player != other else { throw .oneself }
        if isBlockedByOther { return false }
        guard friendsSince == nil else { throw .alreadyFriends }
        guard !blocksOther else { throw .blocksOther }
        guard approach.mayMeetStrangers else { throw .restricted }
        if !approach.otherMayMeetStrangers { return false }
        try befriend(at: now)
        return true
    }

    /// A restricted player meets no strangers (rule 1.1), no matter who asks. That the other one is
    /// restricted is nobody's business: they just take no requests.
    private func checkMeeting(_ approach: Approach) throws(FriendRefusal) {
        guard approach.mayMeetStrangers else { throw .restricted }
        guard approach.otherMayMeetStrangers else { throw .takesNoRequests }
    }

    private mutating func befriend(at now: Timestamp) throws(FriendRefusal) {
        guard counts.friends < FriendLimits.friends else { throw .tooManyFriends(limit: FriendLimits.friends) }
        guard otherCounts.friends < FriendLimits.friends else { throw .otherHasTooManyFriends }
        friendsSince = now
        sent = nil
        received = nil
    }

    /// What somebody is told of this change (rule 7.1): the other one of a request that they see, and the player who
    /// had asked or invited of the friendship. Written in the same transaction.
    public func notices(after before: Relation) -> [NewNotice] {
        if let friendsSince, before.friendsSince == nil {
            return [NewNotice(to: other, .friendAccepted, about: player, created: friendsSince)]
        }
        if let sent, before.sent == nil, !sent.isHidden {
            return [NewNotice(to: other, .friendRequested, about: player, created: sent.created)]
        }
        return []
    }

    /// Whose notice of a request asks for nothing any more (rule 7.1): the request was answered, by another one in the
    /// other direction too, or taken back. Marked as read in the same transaction.
    public func answered(after before: Relation) -> [(receiver: PlayerNumber, sender: PlayerNumber)] {
        var answered: [(receiver: PlayerNumber, sender: PlayerNumber)] = []
        if before.received != nil, received == nil { answered.append((receiver: player, sender: other)) }
        if before.sent != nil, sent == nil { answered.append((receiver: other, sender: player)) }
        return answered
    }
}
