import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// An activity as its developer defined it.
// SAFETY: immutable.
open class GKGameActivityDefinition: NSObject, @unchecked Sendable {
    let record: ActivityDefinitionAnswer
    let center: Laurel

    init(_ record: ActivityDefinitionAnswer, in center: Laurel) {
        self.record = record
        self.center = center
    }

    // MARK: What it is

    open var identifier: String { record.id.text }
    open var groupIdentifier: String? { record.groupID }
    /// In the player's language.
    open var title: String { record.title }
    open var details: String? { record.details.isEmpty ? nil : record.details }

    open var defaultProperties: [String: String] {
        Dictionary(record.properties.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Where players without the game go. A path of the server is completed.
    open var fallbackURL: URL? { record.fallbackURL.flatMap { center.url(ofLink: $0) } }
    open var supportsPartyCode: Bool { record.supportsPartyCodes }
    /// Whether there is a smallest number of players and no largest.
    open var supportsUnlimitedPlayers: Bool { record.maxPlayers == nil && record.minPlayers > 1 }

    /// Nil if the developer set neither a smallest nor a largest number; open-ended without a largest.
    open var playerRange: (any RangeExpression)? {
        guard let most = record.maxPlayers else { return record.minPlayers > 1 ? record.minPlayers... : nil }
        // The server has them in order.
        return record.minPlayers...max(record.minPlayers, most)
    }

    open var playStyle: GKGameActivityPlayStyle {
        switch record.playStyle {
        case .unspecified: .unspecified
        case .synchronous: .synchronous
        case .asynchronous: .asynchronous
        }
    }

    open var releaseState: GKReleaseState { GKReleaseState(isReleased: record.isReleased) }

    open override var description: String {
        "<\(type(of: self)) identifier: \(identifier), title: \(title), supportsPartyCode: \(supportsPartyCode)>"
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? GKGameActivityDefinition)?.record == record
    }

    open override var hash: Int { record.id.hashValue }

    // MARK: What it links to

    /// The achievements that link to it, in display order.
    @preconcurrency open func loadAchievementDescriptions(
        completionHandler: @escaping @Sendable ([GKAchievementDescription]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.achievements(of: self) }
    }

    open var achievementDescriptions: [GKAchievementDescription] {
        get async throws { try await center.achievements(of: self) }
    }

    /// The leaderboards that link to it, in display order.
    @preconcurrency open func loadLeaderboards(
        completionHandler: @escaping @Sendable ([GKLeaderboard]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.leaderboards(self.record.leaderboards.map(\.text))
        }
    }

    open var leaderboards: [GKLeaderboard] {
        get async throws { try await center.leaderboards(record.leaderboards.map(\.text)) }
    }

    /// The developer's image, in the player's language where it has one; nil: there's none.
    @preconcurrency open func loadImage(completionHandler: @escaping @Sendable (UIImage?, (any Error)?) -> Void) {
        center.answer({ (image: UIImage??, error) in completionHandler(image ?? nil, error) }) {
            (center) throws(GKError) in try await center.image(of: self.record.image)
        }
    }

    open var image: UIImage? { get async throws { try await center.image(of: record.image) } }

    // MARK: Loading

    /// All of the game's activities, in order of creation.
    @preconcurrency open class func loadGameActivityDefinitions(
        completionHandler: @escaping @Sendable ([GKGameActivityDefinition]?, (any Error)?) -> Void
    ) {
        loadGameActivityDefinitions(IDs: nil, completionHandler: completionHandler)
    }

    open class var all: [GKGameActivityDefinition] {
        get async throws { try await Laurel.current.activityDefinitions(nil) }
    }

    /// Activities by ID, in that order; nil loads all. Unknown IDs are left out.
    @preconcurrency open class func loadGameActivityDefinitions(
        IDs activityDefinitionIDs: [String]?,
        completionHandler: @escaping @Sendable ([GKGameActivityDefinition]?, (any Error)?) -> Void
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.activityDefinitions(activityDefinitionIDs)
        }
    }

    open class func loadGameActivityDefinitions(
        IDs activityDefinitionIDs: [String]?
    ) async throws -> [GKGameActivityDefinition] {
        try await Laurel.current.activityDefinitions(activityDefinitionIDs)
    }
}
