import LaurelClient
import Synchronization

/// An achievement's texts and points, in the player's language.
// SAFETY: immutable.
open class GKAchievementDescription: NSObject, NSSecureCoding, @unchecked Sendable {
    private let record: AchievementRecord
    private let center: Laurel

    init(_ record: AchievementRecord, in center: Laurel) {
        self.record = record
        self.center = center
    }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(record) }

    public required init?(coder: NSCoder) {
        guard let record = coder.decodeState(AchievementRecord.self) else { return nil }
        self.record = record
        center = .current
    }

    // MARK: What it is

    open var identifier: String { record.id }
    /// Always nil: achievements belong to one game.
    open var groupIdentifier: String? { nil }
    /// A hidden achievement's texts stay on the server until the player's first report.
    open var title: String { record.title ?? ErrorTexts.choose(("Hidden achievement", "隐藏成就"), center.world.languages) }
    /// The description once earned.
    open var achievedDescription: String { record.descriptionAfter ?? unachievedDescription }
    /// The description before it's earned.
    open var unachievedDescription: String {
        record.descriptionBefore
            ?? ErrorTexts.choose(("Keep playing to find out.", "继续玩，就会知道。"), center.world.languages)
    }
    open var maximumPoints: Int { record.points }
    /// Whether it's hidden from the local player: false after their first report.
    open var isHidden: Bool { record.isHidden && record.progress == nil }
    open var isReplayable: Bool { record.isRepeatable }
    /// The percentage of the game's players who have it; nil if the game has no players yet.
    open var rarityPercent: Double? { record.rarityPercent }
    open var releaseState: GKReleaseState { GKReleaseState(isReleased: record.isReleased) }
    /// The ID of the activity that it links to; empty for none.
    open var activityIdentifier: String { record.activity ?? "" }
    /// What the game gets with that activity: its default properties, over them those of this achievement's link.
    open var activityProperties: [String: String] { record.activityProperties ?? [:] }

    open override var description: String {
        "<\(type(of: self)) identifier: \(identifier), title: \(title), maximumPoints: \(maximumPoints), "
            + "hidden: \(isHidden)>"
    }

    // MARK: Loading

    /// All of the game's achievements, in order of creation.
    @preconcurrency open class func loadAchievementDescriptions(
        completionHandler: (@Sendable ([GKAchievementDescription]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.achievementDescriptions()
        }
    }

    open class func loadAchievementDescriptions() async throws -> [GKAchievementDescription] {
        try await Laurel.current.achievementDescriptions()
    }

    /// The achievement's image once earned.
    @preconcurrency open func loadImage(completionHandler: (@Sendable (UIImage?, (any Error)?) -> Void)? = nil) {
        let path = record.image
        center.answer(completionHandler) { (center) throws(GKError) in try await center.image(at: path) }
    }

    open func loadImage() async throws -> UIImage { try await center.image(at: record.image) }

    /// The image for unearned achievements: a grey ring.
    open class func incompleteAchievementImage() -> UIImage { Placeholder.incomplete }
    /// The image for earned achievements without their own: a gold disc.
    open class func placeholderCompletedAchievementImage() -> UIImage { Placeholder.completed }
}

extension Laurel {
    func achievementDescriptions() async throws(GKError) -> [GKAchievementDescription] {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in try await client.achievements(of: game) }
            .map { GKAchievementDescription($0, in: self) }
    }
}
