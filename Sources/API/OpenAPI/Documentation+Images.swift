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
                    "Get an image of an app, leaderboard, achievement or set, or its placeholder. Its URL is derived "
                    + "from its content, which never changes.", answer: .bytes("image/png"), problems: [.notFound])
        case .images:
            Documentation(
                summary: "List an app's images with their places and URLs.",
                answer: .json(200, PlacedImageAnswer.listSchema), problems: [.unknownGame])
        case .setIcon:
            setting("Set the app's icon. Its center is cropped to squares of 256 and 1,024 pixels.")
        case .setScreenshot:
            setting(
                "Set one of the app's screenshots, shown in numeric order and scaled down to at most "
                    + "\(ImageLimits.screenshotSide) pixels a side.")
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
        "Set a \(what)'s image in one of its languages. Its center is cropped to a square of "
            + "\(ImageLimits.localizedSide) pixels."
    }

    private func setting(_ summary: String, _ problems: [Problem.Kind] = []) -> Documentation {
        Documentation(
            summary: summary + " PNG, JPEG or WebP of at most \(CheckedImage.bytesLimit) bytes. Sending the same "
                + "file again changes nothing.", answer: .json(200, PlacedImageAnswer.schema),
            problems: [.unknownGame, .tooLarge, .invalidImage, .conflict] + problems,
            uploads: CheckedImage.Format.allCases.map(\.rawValue))
    }

    private func removing(_ problems: [Problem.Kind]) -> Documentation {
        Documentation(
            summary: "Remove the image and show the placeholder again.", answer: .noContent,
            problems: [.unknownGame] + problems)
    }
}
