import LaurelDomain
import LaurelWire
import LaurelService

extension Problem {
    init(from error: InboxError) {
        switch error {
        case .unknownNotice(let id): self.init(.notFound, "This inbox has no notice \(id.rawValue).")
        case .unknownGame(let id): self = .unknown(id)
        case .unknownTimeZone(let name):
            self.init(
                .invalidParameter, "“\(name)” isn't a known time zone. An offset such as +02:00 works too.",
                field: "quietHours.timeZone")
        case .topicTwice:
            self.init(.invalidParameter, "The same kind and game appear more than once.", field: "choices")
        case .tooManyChoices(let limit):
            self.init(.conflict, "At most \(limit) choices are allowed. Remove some first.", field: "choices")
        case .noGame(let id):
            self.init(.conflict, "Notice \(id.rawValue) isn't about a game. Mute its kind instead.", field: "extent")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
