public import LaurelDomain
import LaurelScores
import LaurelStorage

/// What a player has chosen (rule 7.1).
public struct ReadNotificationSettings: Sendable {
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    public func callAsFunction(of player: PlayerNumber) async throws(InboxError) -> NotificationSettings {
        try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.notificationSettings(of: [player])[player] ?? NotificationSettings()
        }
    }
}

/// Puts a player's choices in place of the ones before.
public struct ChooseNotifications: Sendable {
    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    /// A choice as it came: what it is about, and how the player wants to be told of it.
    public struct Choice: Hashable, Sendable {
        public var kind: NoticeKind?
        public var game: BundleID?
        public var choice: NotificationChoice

        public init(kind: NoticeKind?, game: BundleID?, choice: NotificationChoice) {
            self.kind = kind
            self.game = game
            self.choice = choice
        }
    }

    public func callAsFunction(
        _ choices: [Choice], quietHours: QuietHours?, of player: PlayerNumber
    ) async throws(InboxError) -> NotificationSettings {
        guard choices.count <= NotificationSettings.choicesLimit else {
            throw .tooManyChoices(limit: NotificationSettings.choicesLimit)
        }
        var settings = NotificationSettings(quietHours: quietHours)
        for choice in choices {
            var topic = NotificationTopic(kind: choice.kind)
            if let game = choice.game {
                guard let app = inboxes.catalogue.app(game) else { throw .unknownGame(game) }
                topic.app = app.number
            }
            guard settings.choices.updateValue(choice.choice, forKey: topic) == nil else { throw .topicTwice }
        }
        if let zone = quietHours?.zone, inboxes.zones.offset(of: zone, at: inboxes.clock.now()) == nil {
            throw .unknownTimeZone(zone.text)
        }
        let chosen = settings
        try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.setNotificationSettings(chosen, of: player)
        }
        return chosen
    }
}

/// Silences what a notice is an example of, from the notice itself.
public struct MuteNotice: Sendable {
    /// How much.
    public enum Extent: String, CaseIterable, Hashable, Sendable {
        /// Its kind in its game; of a notice that is about no game, its kind.
        case kindInGame
        /// Everything of its game.
        case game
        /// Its kind, whatever the game.
        case kind
    }

    private let inboxes: Inboxes
    public init(_ inboxes: Inboxes) { self.inboxes = inboxes }

    /// - Returns: what is silent from now on.
    public func callAsFunction(
        _ id: NoticeID, _ extent: Extent, by session: Session
    ) async throws(InboxError) -> NotificationTopic {
        let notice = try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.notice(id, of: session.player)
        }
        guard let notice, notice.isSeen(by: session.binding) else { throw .unknownNotice(id) }
        let topic: NotificationTopic
        switch extent {
        case .kindInGame: topic = NotificationTopic(kind: notice.content.kind, app: notice.content.app)
        case .game:
            guard let app = notice.content.app else { throw .noGame(id) }
            topic = NotificationTopic(app: app)
        case .kind: topic = NotificationTopic(kind: notice.content.kind)
        }
        let isChosen = try await InboxError.translating { () throws(StoreError) in
            try await inboxes.directory.choose(
                NotificationChoice(isOn: false, isPushed: false), for: topic, of: session.player)
        }
        guard isChosen else { throw .tooManyChoices(limit: NotificationSettings.choicesLimit) }
        return topic
    }
}
