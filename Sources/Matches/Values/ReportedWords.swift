public import LaurelDomain

/// What a player says in a match, as a report names it: `M:_…` is the match's message, `M:_…/invitation` what its
/// inviter says, `M:_…/reminder` what the latest reminder says, and `M:_…/exchanges/3` what an exchange or a reply to
/// it says. With the player who said it, each names one text at a time: nobody replies to their own exchange, and each
/// once.
///
/// A match's message changes with the turns, so the queue names it by what it says, too (``subject(digest:)``): another
/// one is another item.
public struct ReportedWords: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case message
        case invitation
        /// It stands in notices alone.
        case reminder
        /// The exchange itself for who sent it, their reply for the others.
        case exchange(ExchangeNumber)
    }

    public let environment: Environment
    /// The match's ID; whether there is such a match is for others to say.
    public let match: String
    public let kind: Kind

    /// - Parameter id: as a client gives it.
    /// - Returns: nil: it isn't of a match.
    public init?(id: some StringProtocol, in environment: Environment) {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        guard let match = parts.first, match.hasPrefix("M:") else { return nil }
        switch parts.count {
        case 1: kind = .message
        case 2 where parts[1] == "invitation": kind = .invitation
        case 2 where parts[1] == "reminder": kind = .reminder
        case 3 where parts[1] == "exchanges":
            // One spelling each.
            guard let number = UInt32(parts[2]), number > 0, String(number) == parts[2] else { return nil }
            kind = .exchange(ExchangeNumber(number))
        default: return nil
        }
        self.environment = environment
        self.match = match
    }

    /// - Parameter subject: as an item of the queue has it.
    /// - Returns: nil: it isn't of a match.
    public init?(subject: String) {
        let parts = subject.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let environment = Environment(name: parts[0]),
            let id = parts[1].split(separator: "#", maxSplits: 1).first
        else { return nil }
        self.init(id: id, in: environment)
    }

    /// As a client gives it.
    public var id: String {
        switch kind {
        case .message: match
        case .invitation: match + "/invitation"
        case .reminder: match + "/reminder"
        case .exchange(let number): match + "/exchanges/\(number.rawValue)"
        }
    }

    /// How the queue names these words while they say something. At most 100 bytes for the IDs that this server gives.
    ///
    /// - Parameter digest: of what they say, by a function for which nobody finds two texts with one digest, such as
    ///   SHA-256: else an author could have one text stand for another in the queue. 16 bytes of it are taken.
    public func subject(digest: some Sequence<UInt8>) -> String {
        let digits = digest.prefix(16).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "\(environment.name)/\(id)#\(digits.joined())"
    }
}
