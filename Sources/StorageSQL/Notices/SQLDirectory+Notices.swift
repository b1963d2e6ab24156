public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func notices(after id: NoticeID, limit: Int) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.notices(after: id, limit: limit, on: connection)
        }
    }

    public func lastNotice() async throws(StoreError) -> NoticeID {
        try await read { connection throws(StoreError) in
            // Not the highest row: that one may have been deleted, and its number was given out all the same.
            try connection.value(type(of: connection).dialect.lastNotice) ?? NoticeID(0)
        }
    }

    public func inbox(
        of player: PlayerNumber, seenBy binding: Binding, before id: NoticeID?, limit: Int
    ) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.inbox(of: player, seenBy: binding, before: id, limit: limit, on: connection)
        }
    }

    public func notices(
        of player: PlayerNumber, seenBy binding: Binding, after id: NoticeID, limit: Int
    ) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.notices(of: player, seenBy: binding, after: id, limit: limit, on: connection)
        }
    }

    public func notice(_ id: NoticeID, of player: PlayerNumber) async throws(StoreError) -> Notice? {
        try await read { connection throws(StoreError) in
            let notice = try NoticeTable.notice(id, on: connection)
            return notice?.content.player == player ? notice : nil
        }
    }

    public func unreadCount(of player: PlayerNumber, seenBy binding: Binding) async throws(StoreError) -> Int {
        try await read { connection throws(StoreError) in
            try NoticeTable.unreadCount(of: player, seenBy: binding, on: connection)
        }
    }

    public func markRead(
        _ selection: NoticeSelection, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try NoticeTable.markRead(selection, of: player, seenBy: binding, on: connection)
        }
    }

    public func deleteNotice(
        _ id: NoticeID, of player: PlayerNumber, seenBy binding: Binding
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try NoticeTable.delete(id, of: player, seenBy: binding, on: connection)
        }
    }

    public func trimInboxes(of players: [PlayerNumber], to count: Int) async throws(StoreError) {
        guard !players.isEmpty else { return }
        try await write { connection throws(StoreError) in
            for player in Set(players) { try NoticeTable.trim(player, to: count, on: connection) }
        }
    }

    public func deleteNotices(createdBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try NoticeTable.delete(createdBefore: moment, limit: limit, on: connection)
        }
    }
}

// MARK: Settings

extension SQLDirectory {
    public func notificationSettings(
        of players: [PlayerNumber]
    ) async throws(StoreError) -> [PlayerNumber: NotificationSettings] {
        try await read { connection throws(StoreError) in
            var all: [PlayerNumber: NotificationSettings] = [:]
            for player in Set(players) {
                let settings = try NotificationSettingsTable.settings(of: player, on: connection)
                if settings != NotificationSettings() { all[player] = settings }
            }
            return all
        }
    }

    public func setNotificationSettings(
        _ settings: NotificationSettings, of player: PlayerNumber
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try NotificationSettingsTable.write(settings, of: player, on: connection)
        }
    }

    public func choose(
        _ choice: NotificationChoice, for topic: NotificationTopic, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let choices = try NotificationSettingsTable.choices(of: player, on: connection)
            guard choices[topic] != nil || choices.count < NotificationSettings.choicesLimit else { return false }
            try NotificationSettingsTable.write(choice, for: topic, of: player, on: connection)
            return true
        }
    }
}
