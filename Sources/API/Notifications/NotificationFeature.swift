import LaurelScores
import LaurelService

/// What players are told, and where: inboxes, pushes to closed browsers, and games' own servers.
struct NotificationFeature: Sendable {
    let events: EventFeature
    let inboxes: Inboxes
    let deliveries: Deliveries
    let encoding: NoticeEncoding
    let catalogue: Catalogue
    let answers: Answers
    let replies: Replies
}
