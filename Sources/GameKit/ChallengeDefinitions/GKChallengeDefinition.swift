import LaurelClient
import LaurelDomain
import LaurelWire

/// What players can challenge groups of friends to, as its developer defined it.
// SAFETY: immutable.
open class GKChallengeDefinition: NSObject, @unchecked Sendable {
    let record: ChallengeDefinitionAnswer
    let board: GKLeaderboard?
    let center: Laurel

    init(_ record: ChallengeDefinitionAnswer, on board: GKLeaderboard?, in center: Laurel) {
        self.record = record
        self.board = board
        self.center = center
    }

    // MARK: What it is

    open var identifier: String { record.id.text }
    open var groupIdentifier: String? { record.groupID }
    /// In the player's language.
    open var title: String { record.title }
    open var details: String? { record.details.isEmpty ? nil : record.details }

    /// From the shortest to the longest. Empty on a recurring leaderboard: there a challenge runs for the rest of the
    /// occurrence.
    open var durationOptions: [DateComponents] {
        record.durations.map { duration in
            switch duration {
            case .oneDay: DateComponents(day: 1)
            case .threeDays: DateComponents(day: 3)
            case .oneWeek: DateComponents(day: 7)
            }
        }
    }

    /// Whether players choose how often each may try; otherwise each has one try.
    open var isRepeatable: Bool { record.isRepeatable }
    /// On which the scores are.
    open var leaderboard: GKLeaderboard? { board }
    open var releaseState: GKReleaseState { GKReleaseState(isReleased: record.isReleased) }

    open override var description: String {
        "<\(type(of: self)) identifier: \(identifier), title: \(title), isRepeatable: \(isRepeatable)>"
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? GKChallengeDefinition)?.record == record
    }

    open override var hash: Int { record.id.hashValue }

    /// The developer's image, in the player's language where it has one; nil: there's none.
    @preconcurrency open func loadImage(completionHandler: @escaping @Sendable (UIImage?, (any Error)?) -> Void) {
        center.answer({ (image: UIImage??, error) in completionHandler(image ?? nil, error) }) {
            (center) throws(GKError) in try await center.image(of: self.record.image)
        }
    }

    open var image: UIImage? { get async throws { try await center.image(of: record.image) } }

    // MARK: Challenges of it

    /// Whether the local player has joined one of it that is running.
    @preconcurrency open func hasActiveChallenges(
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let id = record.id
        center.answer({ (isActive: Bool?, error) in completionHandler(isActive ?? false, error) }) {
            (center) throws(GKError) in try await center.hasActiveChallenges(of: id)
        }
    }

    open var hasActiveChallenges: Bool {
        get async throws { try await center.hasActiveChallenges(of: record.id) }
    }

    // MARK: Loading

    /// All of the game's challenge definitions that aren't archived and need no newer version of the game, in order of
    /// creation. Where the game's version isn't known
    /// (``Laurel/configure(server:bundleID:environment:device:guests:version:)``), none is left out for it.
    @preconcurrency open class func loadChallengeDefinitions(
        completionHandler: @escaping @Sendable ([GKChallengeDefinition]?, (any Error)?) -> Void
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.challengeDefinitions()
        }
    }

    open class var all: [GKChallengeDefinition] {
        get async throws { try await Laurel.current.challengeDefinitions() }
    }
}

extension Laurel {
    func challengeDefinitions() async throws(GKError) -> [GKChallengeDefinition] {
        let game = try configuration.game.get().bundleID
        let version = configuration.version
        let records = try await asPlayer { (client, _) throws(ClientError) in
            try await client.challengeDefinitions(of: game).filter { $0.isPlayable(in: version) }
        }
        guard !records.isEmpty else { return [] }
        let boards = try await leaderboards(Array(Set(records.map(\.leaderboard.text))))
        return records.map { record in
            GKChallengeDefinition(
                record, on: boards.first { $0.baseLeaderboardID == record.leaderboard.text }, in: self)
        }
    }
}

extension ChallengeDefinitionAnswer {
    /// Whether that version of the game has what it needs (rule 14.12); nil: nobody knows the version.
    fileprivate func isPlayable(in version: AppVersion?) -> Bool {
        guard let version, let oldest = oldestAppVersion.flatMap({ AppVersion($0) }) else { return true }
        return oldest <= version
    }
}
