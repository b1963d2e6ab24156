import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a player was told.
extension APIHandler {
    func notices(
        _ request: Request, before id: NoticeID?, count: Int, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let wishes = languages(nil, request)
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                let page = try await ReadInbox(services.inboxes)(session, before: id, count: count)
                let scope = PlayerIDs.Scope(session.binding)
                var notices: [NoticeAnswer] = []
                for notice in page.notices {
                    notices.append(await noticeEncoding.answer(notice, in: scope, for: wishes))
                }
                let seen = notices
                return answers.json(capacity: 4_096) { writer in
                    writer.beginObject()
                    writer.key("notices")
                    writer.beginArray()
                    for notice in seen { writer.value(notice) }
                    writer.endArray()
                    writer.field("unread", page.unread)
                    writer.field("next", page.next.map { String($0.rawValue) })
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
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
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                let unread = try await MarkNoticesRead(services.inboxes)(selection, by: session)
                return answers.json { writer in
                    writer.beginObject()
                    writer.field("unread", unread)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func deleteNotice(_ request: Request, _ id: NoticeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                try await DeleteNotice(services.inboxes)(id, by: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func muteNotice(_ request: Request, _ id: NoticeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try MuteBody(of: request)
        guard let extent = MuteNotice.Extent(rawValue: body.extent) else {
            throw Problem(.invalidParameter, field: "extent")
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                let topic = try await MuteNotice(services.inboxes)(id, extent, by: session)
                return answers.json { writer in
                    writer.beginObject()
                    writer.field("kind", topic.kind?.name)
                    writer.field("bundleID", topic.app.flatMap { services.catalogue.app($0)?.bundleID.text })
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Settings

    func notificationSettings(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try Self.ownPages(try caller.signedIn())
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                return response(try await ReadNotificationSettings(services.inboxes)(of: session.player))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func changeNotificationSettings(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try Self.ownPages(try caller.signedIn())
        let body = try NotificationSettingsBody(of: request)
        let wishes = body.choices.map {
            ChooseNotifications.Wish(kind: $0.kind, game: $0.bundleID, choice: $0.choice)
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(InboxError) {
                return response(
                    try await ChooseNotifications(services.inboxes)(
                        wishes, quietHours: body.quietHours?.hours, of: session.player))
            } catch {
                throw Problem(from: error)
            }
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
        answers.json { writer in
            writer.beginObject()
            writer.key("choices")
            writer.beginArray()
            for (topic, choice) in settings.sorted {
                // Without its game it would read as a choice for all games.
                if let app = topic.app, services.catalogue.app(app) == nil { continue }
                writer.beginObject()
                writer.field("kind", topic.kind?.name)
                writer.field("bundleID", topic.app.flatMap { services.catalogue.app($0)?.bundleID.text })
                writer.field("isOn", choice.isOn)
                writer.field("isPushed", choice.isPushed)
                writer.endObject()
            }
            writer.endArray()
            writer.key("quietHours")
            if let quiet = settings.quietHours {
                writer.beginObject()
                writer.field("from", quiet.from.text)
                writer.field("to", quiet.to.text)
                writer.field("timeZone", quiet.zone.text)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.endObject()
        }
    }
}

extension NotificationSettings {
    /// In a fixed order, so that equal settings are answered with equal bytes.
    fileprivate var sorted: [(NotificationTopic, NotificationChoice)] {
        choices.sorted { left, right in
            (left.key.app?.rawValue ?? 0, left.key.kind?.rawValue ?? 0)
                < (right.key.app?.rawValue ?? 0, right.key.kind?.rawValue ?? 0)
        }.map { ($0.key, $0.value) }
    }
}
