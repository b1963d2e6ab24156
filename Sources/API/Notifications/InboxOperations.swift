import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a player was told.
extension NotificationFeature {
    func notices(
        _ request: Request, before id: NoticeID?, count: Int, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let languages = request.languages()
        return replies.later(request) { () async throws(InboxError) in
            let page = try await ReadInbox(inboxes)(session, before: id, count: count)
            let notices = await encoding.answers(
                page.notices, in: PlayerIDs.Scope(session.binding), for: languages)
            return answers.json(.ok, InboxAnswer(notices: notices, unread: page.unread, next: page.next))
        }
    }

    func readNotices(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try ReadNoticesBody(of: request)
        let selection: NoticeSelection
        switch (body.id, body.upTo) {
        case (let id?, nil): selection = .one(id)
        case (nil, let id?): selection = .upTo(id)
        default: throw Problem(.invalidParameter, "Give either id or upTo.", field: "upTo")
        }
        return replies.later(request) { () async throws(InboxError) in
            let unread = try await MarkNoticesRead(inboxes)(selection, by: session)
            return answers.json(.ok, unread, as: InboxAnswer.unreadShape)
        }
    }

    func deleteNotice(_ request: Request, _ id: NoticeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return replies.later(request) { () async throws(InboxError) in
            try await DeleteNotice(inboxes)(id, by: session)
            return answers.noContent()
        }
    }

    func muteNotice(_ request: Request, _ id: NoticeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try MuteBody(of: request)
        guard let extent = MuteNotice.Extent(rawValue: body.extent) else {
            throw Problem(.invalidParameter, field: "extent")
        }
        return replies.later(request) { () async throws(InboxError) in
            let topic = try await MuteNotice(inboxes)(id, extent, by: session)
            return answers.json(
                .ok,
                MutedAnswer(kind: topic.kind, bundleID: topic.app.flatMap { catalogue.app($0)?.bundleID }))
        }
    }

    // MARK: Settings

    func notificationSettings(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try Self.ownPages(try caller.signedIn())
        return replies.later(request) { () async throws(InboxError) in
            return response(try await ReadNotificationSettings(inboxes)(of: session.player))
        }
    }

    func changeNotificationSettings(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try Self.ownPages(try caller.signedIn())
        let body = try NotificationSettingsBody(of: request)
        let choices = body.choices.map {
            ChooseNotifications.Choice(kind: $0.kind, game: $0.bundleID, choice: $0.choice)
        }
        return replies.later(request) { () async throws(InboxError) in
            return response(
                try await ChooseNotifications(inboxes)(
                    choices, quietHours: body.quietHours?.hours, of: session.player))
        }
    }

    /// A game must not change what a player hears of other games.
    private static func ownPages(_ session: Session) throws(Problem) -> Session {
        guard session.binding == .firstParty else {
            throw Problem(.forbidden, "Use the player's own session. A game can only mute from a notice.")
        }
        return session
    }

    private func response(_ settings: NotificationSettings) -> Response {
        var body = NotificationSettingsBody()
        body.quietHours = settings.quietHours.map { QuietHoursBody($0) }
        for (topic, choice) in settings.sorted {
            let game = topic.app.flatMap { catalogue.app($0)?.bundleID }
            // Without its game it would read as a choice for all games.
            if topic.app != nil, game == nil { continue }
            body.choices.append(NotificationChoiceBody(kind: topic.kind, bundleID: game, choice: choice))
        }
        return answers.json(.ok, body, as: NotificationSettingsBody.shape)
    }
}

extension NotificationSettings {
    /// In a fixed order, so that equal settings are answered with equal bytes.
    var sorted: [(NotificationTopic, NotificationChoice)] {
        choices.sorted { left, right in
            (left.key.app?.rawValue ?? 0, left.key.kind?.rawValue ?? 0)
                < (right.key.app?.rawValue ?? 0, right.key.kind?.rawValue ?? 0)
        }.map { ($0.key, $0.value) }
    }
}
