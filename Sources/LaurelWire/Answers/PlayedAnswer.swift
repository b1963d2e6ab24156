/// How a challenge or a match is played now.
public struct PlayedAnswer: Answer, Hashable {
    /// The game has heard of it; else `launch` starts it, or `link` leads to it.
    public var isRunning: Bool
    public var launch: String
    public var link: String?

    public init(isRunning: Bool, launch: String, link: String?) {
        self.isRunning = isRunning
        self.launch = launch
        self.link = link
    }

    public static let name = "Played"
    public static let fields = Fields(
        AnswerField("isRunning", .boolean, \.isRunning),
        AnswerField("launch", .text(1...100, example: "laurel://challenges/C:_0011"), \.launch),
        AnswerField(orNull: "link", .link, \.link), make: Self.init(isRunning:launch:link:))
}
