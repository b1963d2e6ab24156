import LaurelDomain
import LaurelWire
import LaurelService

extension Problem {
    init(from error: InboxError) {
        switch error {
        case .unknownNotice(let id): self.init(.notFound, "There is no notice \(id.rawValue) in this inbox.")
        case .unknownGame(let id): self.init(.unknownGame, id.text)
        case .unknownTimeZone(let name):
            self.init(
                .invalidParameter, "There is no time zone “\(name)”; an offset such as +02:00 will do, too.",
                field: "quietHours.timeZone")
        case .topicTwice:
            self.init(.invalidParameter, "The same kind and game stand there twice.", field: "choices")
        case .tooManyChoices(let limit):
            self.init(.conflict, "At most \(limit) choices: take some back first.", field: "choices")
        case .noGame(let id):
            self.init(.conflict, "Notice \(id.rawValue) is about no game: mute its kind.", field: "extent")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
