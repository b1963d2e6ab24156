import LaurelDomain
public import LaurelWire

/// An achievement as its player sees it, in one language. Codable: devices keep it.
public struct AchievementRecord: Hashable, Sendable, Codable {
    public var id: String
    /// Texts are nil while a hidden one was not reported.
    public var title: String?
    public var descriptionBefore: String?
    public var descriptionAfter: String?
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    public var isReleased: Bool
    /// Of the game's players; nil: nobody plays it yet.
    public var rarityPercent: Double?
    /// Nil: never reported.
    public var progress: Progress?
    public var image: String?
    /// The activity that it links to, with its properties. Nil: none.
    public var activity: String?
    public var activityProperties: [String: String]?

    public struct Progress: Hashable, Sendable, Codable {
        /// 0 to 100.
        public var percent: Double
        public var isCompleted: Bool
        /// Milliseconds since 1970.
        public var lastReported: Int64

        public init(_ answer: AchievementProgressAnswer) {
            percent = answer.percentComplete.value
            isCompleted = answer.isCompleted
            lastReported = answer.lastReported.milliseconds
        }
    }

    public init(_ answer: AchievementAnswer) {
        id = answer.id.text
        title = answer.title
        descriptionBefore = answer.descriptionBefore
        descriptionAfter = answer.descriptionAfter
        points = answer.points
        isHidden = answer.isHidden
        isRepeatable = answer.isRepeatable
        isReleased = answer.isReleased
        rarityPercent = answer.rarityPercent
        progress = answer.progress.map { Progress($0) }
        image = answer.image.url
        activity = answer.activity?.id.text
        activityProperties = answer.activity?.propertyValues
    }
}
