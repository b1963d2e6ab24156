import LaurelDomain

/// What a connection knows of notices that alone writes them, and what players choose about them.
///
/// A connection that has resolved some kinds of notices of a subject knows that none of these is left, and learns of
/// each that it writes after: what a turn leaves to be done by nobody needn't be looked for then. What is read or
/// deleted meanwhile stays here until it is resolved. So there is too much here and never too little, as long as all
/// is forgotten when a transaction is rolled back: ``forget()``.
public final class NoticeMemory {
    /// Players with a subject, and players, that are known. With one more, all are forgotten, and looked for again.
    static let countLimit = 16_384
    /// Of one player and subject. With one more, these are forgotten.
    static let noticesLimit = 64

    private struct Key: Hashable {
        let player: PlayerNumber
        let app: AppNumber
        let environment: Environment
        let subject: String

        init(_ player: PlayerNumber, _ app: AppNumber, _ environment: Environment, _ subject: String) {
            (self.player, self.app, self.environment, self.subject) = (player, app, environment, subject)
        }

        init(_ resolved: ResolvedNotices) {
            self.init(resolved.player, resolved.app, resolved.environment, resolved.subject)
        }
    }

    private struct Known {
        /// All that may be unread of these kinds is in ``notices``.
        var kinds: [NoticeKind] = []
        var notices: [(id: NoticeID, kind: NoticeKind)] = []
    }

    private var known: [Key: Known] = [:]
    /// Whether players have chosen anything. Most haven't.
    private var choosers: [PlayerNumber: Bool] = [:]

    public init() {}

    /// A transaction has failed: what it wrote was never there, and what it resolved wasn't.
    public func forget() {
        known = [:]
        choosers = [:]
    }

    // MARK: Unread notices

    /// - Returns: nil: it isn't known.
    func meant(by resolved: ResolvedNotices) -> [NoticeID]? {
        guard let line = known[Key(resolved)], resolved.kinds.allSatisfy(line.kinds.contains) else { return nil }
        return line.notices.filter { resolved.kinds.contains($0.kind) }.map(\.id)
    }

    /// All of these are read.
    func note(_ resolved: ResolvedNotices) {
        let key = Key(resolved)
        if known[key] == nil, known.count >= Self.countLimit { known = [:] }
        known[key, default: Known()].notices.removeAll { resolved.kinds.contains($0.kind) }
        for kind in resolved.kinds where known[key]?.kinds.contains(kind) == false { known[key]?.kinds.append(kind) }
    }

    /// It was written.
    func note(_ notice: NewNotice, _ id: NoticeID) {
        guard let app = notice.app, let environment = notice.environment else { return }
        let key = Key(notice.player, app, environment, notice.subject)
        guard let line = known[key], line.kinds.contains(notice.kind) else { return }
        if line.notices.count < Self.noticesLimit {
            known[key]?.notices.append((id, notice.kind))
        } else {
            known[key] = nil
        }
    }

    // MARK: Choices

    /// - Returns: nil: it isn't known.
    func hasChosen(_ player: PlayerNumber) -> Bool? { choosers[player] }

    func note(_ player: PlayerNumber, hasChosen: Bool) {
        if choosers[player] == nil, choosers.count >= Self.countLimit { choosers = [:] }
        choosers[player] = hasChosen
    }

    /// The player chooses.
    func forgetChoices(of player: PlayerNumber) { choosers[player] = nil }
}
