import LaurelDomain

/// Part of a leaderboard. A server writes it by hand, with the entries that it keeps encoded.
public struct EntryPageAnswer: Answer, Hashable {
    /// The requesting player's entry, whatever its rank; nil if there is none in this scope.
    public var local: EntryAnswer?
    /// By rank.
    public var entries: [EntryAnswer]
    /// Players in scope.
    public var total: Int
    public var occurrence: OccurrenceAnswer?
    public var version: Int64
    /// Cursor of the next page.
    public var next: String?

    public init(
        local: EntryAnswer?, entries: [EntryAnswer], total: Int, occurrence: OccurrenceAnswer?, version: Int64,
        next: String?
    ) {
        self.local = local
        self.entries = entries
        self.total = total
        self.occurrence = occurrence
        self.version = version
        self.next = next
    }

    public static let name = "EntryPage"
    public static let fields = Fields(
        AnswerField(orNull: "local", EntryAnswer.shape, \.local),
        AnswerField("entries", listOf: EntryAnswer.shape, countLimit: RankWindow.countLimit, \.entries),
        AnswerField("total", EntryAnswer.totalShape, \.total),
        AnswerField(orNull: "occurrence", OccurrenceAnswer.shape, \.occurrence),
        AnswerField("version", EntryAnswer.versionShape, \.version),
        AnswerField(orNull: "next", .answered(Parameter.cursor.schema), \.next),
        make: Self.init(local:entries:total:occurrence:version:next:))
}
