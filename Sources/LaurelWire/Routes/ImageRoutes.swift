public import LaurelDomain

extension Parameter where Value == String {
    /// The digest of a picture's bytes.
    static let imageID = Parameter(
        name: "imageID", schema: Parameter.photoID.schema, parse: Parameter.photoID.parse, print: { $0 })
}

extension Parameter where Value == Int {
    static let screenshot = integer("screenshot", 1...ImageLimits.screenshots)
}

extension Route {
    /// Where in the app's configuration a picture is to be set or taken away.
    public var imagePlace: ImagePlace? {
        switch self {
        case .setImage(_, let place), .removeImage(_, let place): place
        default: nil
        }
    }

    /// `/v1/connect/apps/{bundleID}/…`.
    static func imagePlace(_ endpoint: Endpoint, _ path: [String]) throws(Refusal) -> ImagePlace {
        switch endpoint {
        case .setScreenshot, .removeScreenshot:
            guard let number = Parameter.screenshot.parse(path[5]) else { throw .invalidParameter("screenshot") }
            return .screenshot(number)
        case .setLeaderboardImage, .removeLeaderboardImage:
            return .leaderboard(try leaderboardID(path), try imageLanguage(path))
        case .setAchievementImage, .removeAchievementImage:
            guard let id = Parameter.achievementID.parse(path[5]) else { throw .invalidParameter("achievementID") }
            return .achievement(id, try imageLanguage(path))
        case .setSetImage, .removeSetImage:
            guard let id = Parameter.setID.parse(path[5]) else { throw .invalidParameter("setID") }
            return .set(id, try imageLanguage(path))
        default: return .icon
        }
    }

    private static func imageLanguage(_ path: [String]) throws(Refusal) -> LanguageTag {
        guard let language = Parameter.language.parse(path[7]) else { throw .invalidParameter("language") }
        return language
    }
}

extension ImageKind {
    var setEndpoint: Endpoint {
        switch self {
        case .icon: .setIcon
        case .screenshot: .setScreenshot
        case .leaderboard: .setLeaderboardImage
        case .achievement: .setAchievementImage
        case .set: .setSetImage
        }
    }

    var removeEndpoint: Endpoint {
        switch self {
        case .icon: .removeIcon
        case .screenshot: .removeScreenshot
        case .leaderboard: .removeLeaderboardImage
        case .achievement: .removeAchievementImage
        case .set: .removeSetImage
        }
    }
}

extension Endpoint {
    func imageExamples(_ game: BundleID) -> [Route] {
        switch self {
        case .images: [.images(game)]
        case .image: [.image(String(repeating: "0a", count: 32))]
        default:
            ["icon", "screenshots/10", "leaderboards/HighScores/en", "achievements/first/zh-Hans", "sets/jungle/en"]
                .compactMap { ImagePlace($0) }
                .flatMap { [Route.setImage(game, $0), .removeImage(game, $0)] }
                .filter { $0.endpoint == self }
        }
    }
}
