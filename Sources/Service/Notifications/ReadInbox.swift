public import LaurelDomain
import LaurelScores
import LaurelStorage

/// A page of what a player was told, newest first, as a session sees it.
public struct ReadInbox: Sendable {
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    /// - Parameters:
    ///   - id: older ones than this; nil: from the newest on.
    ///   - count: 1 to ``InboxLimits/page``; what is outside is moved inside.
    public func callAsFunction(
        _ session: Session, before id: NoticeID?, count: Int
    ) async throws(InboxError) -> InboxPage {
        let count = min(max(count, 1), InboxLimits.page)
        return try await InboxError.translating { () throws(StoreError) in
            var notices = try await inboxes.directory.inbox(
                of: session.player, seenBy: session.binding, before: id, limit: count + 1)
            let hasMore = notices.count > count
            if hasMore { notices.removeLast() }
            let unread = try await inboxes.directory.unreadCount(of: session.player, seenBy: session.binding)
            return InboxPage(notices: notices, unread: unread, next: hasMore ? notices.last?.id : nil)
        }
    }
}

public struct InboxPage: Hashable, Sendable {
    /// Newest first.
    public let notices: [Notice]
    /// In the whole inbox.
    public let unread: Int
    /// Where the next page begins: before this one. Nil: that was all.
    public let next: NoticeID?
}

/// Marks notices as read, on all of the player's devices. "Your turn" stays unread for as long as the turn is the
/// player's (rule 12.19).
public struct MarkNoticesRead: Sendable {
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    /// Done already is done too.
    /// - Returns: how many are unread now.
    public func callAsFunction(_ selection: NoticeSelection, by session: Session) async throws(InboxError) -> Int {
        let (changed, unread) = try await InboxError.translating { () throws(StoreError) in
            let changed = try await inboxes.directory.markRead(
                selection, of: session.player, seenBy: session.binding)
            return (changed, try await inboxes.directory.unreadCount(of: session.player, seenBy: session.binding))
        }
        if changed > 0 { inboxes.feed.note(.read(selection), by: session) }
        return unread
    }
}

/// Deletes a notice, on all of the player's devices.
public struct DeleteNotice: Sendable {
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    public func callAsFunction(_ id: NoticeID, by session: Session) async throws(InboxError) {
        let isGone = try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.deleteNotice(id, of: session.player, seenBy: session.binding)
        }
        guard isGone else { throw .unknownNotice(id) }
        inboxes.feed.note(.deleted(id), by: session)
    }
}

/// Lets go of what inboxes hold beyond their limits. To be run about once a minute.
public struct TidyInboxes: Sendable {
    /// Notices looked at in one go, so that no other write waits long.
    static let batchLimit = 1_000
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    public func callAsFunction() async throws(InboxError) {
        let told = inboxes.feed.takeTold()
        do throws(StoreError) {
            try await inboxes.directory.trimInboxes(of: told, to: inboxes.limits.notices)
        } catch {
            inboxes.feed.putBack(told)
            throw InboxError(error)
        }
        let oldest = inboxes.clock.now().advanced(by: -inboxes.limits.age)
        _ = try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.deleteNotices(createdBefore: oldest, limit: Self.batchLimit)
        }
    }
}
