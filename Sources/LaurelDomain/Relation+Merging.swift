// What a merge makes of a relation (rule 1.13): the account is the player here.
extension Relation {
    /// A friend of the guest's becomes one of the account's, unless either blocks the other. Done already is done too.
    ///
    /// - Returns: false: the account has as many friends as it may.
    public mutating func takeFriend(at now: Timestamp) -> Bool {
        guard player != other, friendsSince == nil, !blocksOther, !isBlockedByOther else { return true }
        guard counts.friends < FriendLimits.friends else { return false }
        friendsSince = now
        sent = nil
        received = nil
        return true
    }

    /// A block of the guest's, or of the guest, becomes one of the account's: it wins over a friendship, and over the
    /// limit.
    public mutating func takeBlock() {
        guard player != other, !blocksOther else { return }
        blocksOther = true
        friendsSince = nil
        sent = nil
        received = nil
    }
}
