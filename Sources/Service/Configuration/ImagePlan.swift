public import LaurelDomain
import LaurelScores

/// A picture that a configuration wants somewhere.
public struct ConfiguredImage: Hashable, Sendable {
    public var slot: ImageSlot
    /// The SHA-256 of the file that it is made from, or of the picture itself, in hexadecimal digits.
    public var image: String

    public init(slot: ImageSlot, image: String) {
        self.slot = slot
        self.image = image
    }
}

/// The part of a ``ConfigurationPlan`` that pictures are.
enum ImagePlan {
    /// - Parameter present: what the app shows now.
    /// - Returns: those that are not there yet. None of what is there is ever taken away.
    static func uploads(
        _ wanted: AppConfiguration, _ leaderboards: [Leaderboard], _ sets: [LeaderboardSet],
        _ achievements: [Achievement], _ activities: [ActivityDefinition], _ definitions: [ChallengeDefinition],
        _ present: [PlacedImage]
    ) throws(ConfigurationRefusal) -> [ConfiguredImage] {
        guard let images = wanted.images else { return [] }
        let there = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
        let spoken = slots(wanted, leaderboards, sets, achievements, activities, definitions)
        var seen: Set<ImageSlot> = []
        for image in images {
            guard seen.insert(image.slot).inserted else { throw .imageTwice(image.slot) }
            guard image.slot.language == nil || spoken.contains(image.slot) else { throw .imageNowhere(image.slot) }
        }
        return images.filter { there[$0.slot]?.isMade(from: $0.image) != true }
    }

    /// Where there may be a picture after the import: what the file says, and what it does not name.
    private static func slots(
        _ wanted: AppConfiguration, _ leaderboards: [Leaderboard], _ sets: [LeaderboardSet],
        _ achievements: [Achievement], _ activities: [ActivityDefinition], _ definitions: [ChallengeDefinition]
    ) -> Set<ImageSlot> {
        var slots: Set<ImageSlot> = []
        let newBoards = Set(wanted.leaderboards.map(\.id))
        for board in wanted.leaderboards {
            for item in board.localizations { slots.insert(.leaderboard(board.id, item.language)) }
        }
        for board in leaderboards where !newBoards.contains(board.id) {
            for item in board.localizations { slots.insert(.leaderboard(board.id, item.language)) }
        }
        let newSets = Set((wanted.sets ?? []).map(\.id))
        for set in wanted.sets ?? [] { for item in set.localizations { slots.insert(.set(set.id, item.language)) } }
        for set in sets where !newSets.contains(set.id) {
            for item in set.localizations { slots.insert(.set(set.id, item.language)) }
        }
        let newAchievements = Set((wanted.achievements ?? []).map(\.id))
        for achievement in wanted.achievements ?? [] {
            for item in achievement.localizations { slots.insert(.achievement(achievement.id, item.language)) }
        }
        for achievement in achievements where !newAchievements.contains(achievement.id) {
            for item in achievement.localizations { slots.insert(.achievement(achievement.id, item.language)) }
        }
        for activity in stated(wanted.activities, over: activities, by: \.id) {
            for item in activity.localizations { slots.insert(.activity(activity.id, item.language)) }
        }
        for definition in stated(wanted.challengeDefinitions, over: definitions, by: \.id) {
            for item in definition.localizations { slots.insert(.challengeDefinition(definition.id, item.language)) }
        }
        return slots
    }

    /// What the file says, and what there is that it does not name.
    private static func stated<Item>(
        _ wanted: [Item]?, over present: [Item], by id: (Item) -> some Hashable
    ) -> [Item] {
        let wanted = wanted ?? []
        let named = Set(wanted.map(id))
        return wanted + present.filter { !named.contains(id($0)) }
    }
}
