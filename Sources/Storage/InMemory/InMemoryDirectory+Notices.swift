public import LaurelDomain

extension InMemoryDirectory {
    private func own(_ player: PlayerNumber, _ binding: Binding) -> [Notice] {
        inbox.rows { $0.content.player == player && $0.isSeen(by: binding) }
    }

    public func inbox(
        of player: PlayerNumber, seenBy binding: Binding, before id: NoticeID?, limit: Int
    ) async throws(StoreError) -> [Notice] {
        Array(
            own(player, binding).reversed().filter { notice in id.map { notice.id < $0 } ?? true }.prefix(max(0, limit))
        )
    }

    public func notices(
        of player: PlayerNumber, seenBy binding: Binding, after id: NoticeID, limit: Int
    ) async throws(StoreError) -> [Notice] {
        Array(own(player, binding).filter { $0.id > id && !$0.isSilent }.prefix(max(0, limit)))
    }

    public func notice(_ id: NoticeID, of player: PlayerNumber) async throws(StoreError) -> Notice? {
        inbox.rows { $0.id == id && $0.content.player == player }.first
    }

    public func unreadCount(of player: PlayerNumber, seenBy binding: Binding) async throws(StoreError) -> Int {
        own(player, binding).count { !$0.isRead }
    }

    public func markRead(
        _ selection: NoticeSelection, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Int {
        inbox.markRead { $0.content.player == player && $0.isSeen(by: binding) && selection.contains($0.id) }
    }

    public func deleteNotice(
        _ id: NoticeID, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Bool {
        inbox.remove { $0.id == id && $0.content.player == player && $0.isSeen(by: binding) } == 1
    }

    public func trimInboxes(of players: [PlayerNumber], to count: Int) async throws(StoreError) {
        for player in Set(players) {
            let surplus = Set(own(player, .firstParty).reversed().dropFirst(max(0, count)).map(\.id))
            inbox.remove { surplus.contains($0.id) }
        }
    }

    public func deleteNotices(createdBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        let looked = inbox.rows { _ in true }.prefix(max(0, limit))
        let old = Set(looked.filter { $0.content.created < moment }.map(\.id))
        return inbox.remove { old.contains($0.id) }
    }
}

// MARK: Settings

extension InMemoryDirectory {
    public func notificationSettings(
        of players: [PlayerNumber]
    ) async throws(StoreError) -> [PlayerNumber: NotificationSettings] {
        inbox.withSettings { all in all.filter { players.contains($0.key) } }
    }

    public func setNotificationSettings(
        _ settings: NotificationSettings, of player: PlayerNumber
    ) async throws(StoreError) {
        inbox.withSettings { $0[player] = settings == NotificationSettings() ? nil : settings }
    }

    public func choose(
        _ choice: NotificationChoice, for topic: NotificationTopic, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        inbox.withSettings { all in
            let choices = all[player]?.choices ?? [:]
            guard choices[topic] != nil || choices.count < NotificationSettings.choicesLimit else { return false }
            all[player, default: NotificationSettings()].choices[topic] = choice
            return true
        }
    }
}
