public import LaurelDomain

/// What players were told. The order of all notices is that of their commits, so a reader that goes on from the last
/// one they saw misses none: it is the inbox, the source of live events, and the outbox of deliveries at once.
///
/// A binding says whose eyes look: a game's session sees that game's notices alone.
public protocol InboxDirectory: Sendable {
    /// Those after `id`, of all players, in order.
    func notices(after id: NoticeID, limit: Int) async throws(StoreError) -> [Notice]
    /// The last one that is durable; ``NoticeID/start`` before the first.
    func lastNotice() async throws(StoreError) -> NoticeID

    /// A player's notices before `id` (nil: from the newest on), newest first.
    func inbox(
        of player: PlayerNumber, seenBy binding: Binding, before id: NoticeID?, limit: Int
    ) async throws(StoreError) -> [Notice]
    /// A player's notices after `id`, oldest first, without the silent ones.
    func notices(
        of player: PlayerNumber, seenBy binding: Binding, after id: NoticeID, limit: Int
    ) async throws(StoreError) -> [Notice]
    func notice(_ id: NoticeID, of player: PlayerNumber) async throws(StoreError) -> Notice?
    func unreadCount(of player: PlayerNumber, seenBy binding: Binding) async throws(StoreError) -> Int

    /// Leaves what tells a state (``NoticeKind/isState``) unread: only what resolves such a notice ends that.
    ///
    /// - Returns: how many were unread and are no more.
    func markRead(
        _ selection: NoticeSelection, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Int
    /// - Returns: whether there was such a notice.
    func deleteNotice(
        _ id: NoticeID, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Bool
    /// Deletes each player's oldest notices beyond `count`.
    func trimInboxes(of players: [PlayerNumber], to count: Int) async throws(StoreError)
    /// Deletes the oldest notices of all that were created before `moment`, after looking at `limit` at most.
    /// - Returns: how many.
    func deleteNotices(createdBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int
}

/// What players want to be told.
public protocol NotificationSettingsDirectory: Sendable {
    /// Of those who have chosen anything.
    func notificationSettings(
        of players: [PlayerNumber]
    ) async throws(StoreError) -> [PlayerNumber: NotificationSettings]
    /// Puts these in place of all that was chosen.
    func setNotificationSettings(_ settings: NotificationSettings, of player: PlayerNumber) async throws(StoreError)
    /// One choice more; the others stay.
    /// - Returns: false, with nothing written, when the player has as many as they may.
    func choose(
        _ choice: NotificationChoice, for topic: NotificationTopic, of player: PlayerNumber
    ) async throws(StoreError) -> Bool
}
