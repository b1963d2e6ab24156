import LaurelDomain
import LaurelWire
import LaurelService

// What the document says of pictures.
extension Endpoint {
    var imageDocumentation: Documentation {
        switch self {
        case .image:
            Documentation(
                summary:
                    "A picture of an app, leaderboard, achievement or set, or the placeholder for one. Its address "
                    + "names its bytes, which never change.", answer: .bytes("image/png"), problems: [.notFound])
        case .images:
            Documentation(
                summary: "All pictures of an app: where each is, and its address.",
                answer: .json(200, PlacedImageAnswer.listSchema), problems: [.unknownGame])
        case .setIcon:
            setting("Sets the app's icon: the middle of the picture as squares of 256 and 1,024 pixels.")
        case .setScreenshot:
            setting(
                "Sets one of the app's screenshots, which are shown in the order of their numbers; at most "
                    + "\(ImageLimits.screenshotSide) pixels a side, made smaller if need be.")
        case .setLeaderboardImage:
            setting(localized("leaderboard"), [.unknownLeaderboard])
        case .setAchievementImage:
            setting(localized("achievement"), [.unknownAchievement])
        case .setSetImage:
            setting(localized("set"), [.unknownSet])
        case .removeLeaderboardImage: removing([.unknownLeaderboard, .conflict])
        case .removeAchievementImage: removing([.unknownAchievement, .conflict])
        case .removeSetImage: removing([.unknownSet, .conflict])
        default: removing([])
        }
    }

    private func localized(_ what: String) -> String {
        "Sets a \(what)'s picture in a language that it speaks: the middle of it as a square of "
            + "\(ImageLimits.localizedSide) pixels."
    }

    private func setting(_ summary: String, _ problems: [Problem.Kind] = []) -> Documentation {
        Documentation(
            summary: summary + " PNG, JPEG or WebP of at most \(CheckedImage.bytesLimit) bytes; the same file again "
                + "changes nothing.", answer: .json(200, PlacedImageAnswer.schema),
            problems: [.unknownGame, .tooLarge, .invalidImage, .conflict] + problems,
            uploads: CheckedImage.Format.allCases.map(\.rawValue))
    }

    private func removing(_ problems: [Problem.Kind]) -> Documentation {
        Documentation(
            summary: "Takes the picture away; the placeholder is shown again.", answer: .noContent,
            problems: [.unknownGame] + problems)
    }
}
