import LaurelArcade

/// What the screens ask of Game Center, done by somebody: by ``GameKitCenter`` in a real game.
@MainActor protocol Center: AnyObject {
    /// Whom it answers; set before ``begin()``.
    var host: (any CenterHost)? { get set }
    /// Signs in, and whatever else has to be done first.
    func begin()
    func perform(_ request: CenterRequest)
    /// Once a frame, on the main thread.
    func update()
    /// The game is seen, or is not.
    func seen(_ isSeen: Bool)
    /// Which screen is shown.
    func shown(_ page: Screens.Page)
    /// Where the game is now.
    func entered(_ scene: Scene)
}

/// Where a ``Center`` puts its answers.
@MainActor protocol CenterHost: AnyObject {
    var strings: Strings { get }
    var screens: Screens { get set }
    var game: any DesktopGame { get }
    var settings: Settings { get }
    /// Which of the server's worlds was asked for; nil: nothing was said.
    var environment: String? { get }
    /// What stands in the field for a challenge's message.
    var message: String { get }
    /// Whether runs may begin with a seed of the server's.
    var wantsTickets: Bool { get }
    /// Asks whether the score may be public, and passes the link on.
    func share(_ make: @escaping ShareSheet.Making)
    /// A few words in passing.
    func tell(title: String, message: String, seconds: Double, topic: BannerTopic)
    /// What was told about this does not hold any more.
    func hush(_ topic: BannerTopic)
    /// Says it to who listens to announcements.
    func announce(_ event: String, _ fields: [String: Any])
}

extension CenterHost {
    func tell(title: String, message: String, seconds: Double) {
        tell(title: title, message: message, seconds: seconds, topic: .other)
    }
}
