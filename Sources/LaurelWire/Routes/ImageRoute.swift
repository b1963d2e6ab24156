public import LaurelDomain

/// Images of apps and of what they have: leaderboards, achievements, sets, activities, challenge definitions.
public enum ImageRoute: FeatureRoute {
    /// - id: the digest of its bytes.
    case image(String)
    case list(BundleID)
    case set(BundleID, ImageSlot)
    case remove(BundleID, ImageSlot)

    public var route: Route { .images(self) }

    public static let endpoints: [Endpoint] = [
        .image, .images, .setIcon, .setScreenshot, .setLeaderboardImage, .setAchievementImage, .setSetImage,
        .setActivityImage, .setChallengeDefinitionImage, .removeIcon, .removeScreenshot, .removeLeaderboardImage,
        .removeAchievementImage, .removeSetImage,
        .removeActivityImage, .removeChallengeDefinitionImage,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .image: .image
        case .list: .images
        case .set(_, let slot): slot.kind.setEndpoint
        case .remove(_, let slot): slot.kind.removeEndpoint
        }
    }
}

extension Endpoint {
    public static let image = ImageRoute.endpoint(
        "image", .get, "/v1/images/{imageID}", .path(.imageID),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get an image of an app, a leaderboard or anything else an app has, or its placeholder. Its URL is "
            + "derived from its content, which never changes.",
        body: .none, answer: .bytes("image/png"), problems: [.notFound],
        route: { .image($0) }, values: { if case .image(let image) = $0 { image } else { nil } })

    public static let images = ImageRoute.endpoint(
        "images", .get, "/v1/connect/apps/{bundleID}/images", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's images with their places and URLs.",
        body: .none, answer: .json(200, PlacedImageAnswer.list.schema), problems: [.unknownGame],
        route: { .list($0) }, values: { if case .list(let app) = $0 { app } else { nil } })

    public static let setIcon = ImageRoute.endpoint(
        "setIcon", .put, "/v1/connect/apps/{bundleID}/icon", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set the app's icon. Its center is cropped to squares of 256 and 1,024 pixels." + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict],
        route: { .set($0, .icon) }, values: { if case .set(let app, .icon) = $0 { app } else { nil } })

    public static let setScreenshot = ImageRoute.endpoint(
        "setScreenshot", .put, "/v1/connect/apps/{bundleID}/screenshots/{screenshot}", .app, .path(.screenshot),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Set one of the app's screenshots, shown in numeric order and scaled down to at most "
            + "\(ImageLimits.screenshotSide) pixels a side." + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict],
        route: { .set($0, .screenshot($1)) },
        values: { if case .set(let app, .screenshot(let screenshot)) = $0 { (app, screenshot) } else { nil } })

    public static let setLeaderboardImage = ImageRoute.endpoint(
        "setLeaderboardImage", .put, "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/images/{language}",
        .app, .path(.leaderboardID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: ImageRoute.localized("leaderboard") + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict, .unknownLeaderboard],
        route: { .set($0, .leaderboard($1, $2)) },
        values: {
            if case .set(let app, .leaderboard(let board, let language)) = $0 { (app, board, language) } else { nil }
        })

    public static let setAchievementImage = ImageRoute.endpoint(
        "setAchievementImage", .put, "/v1/connect/apps/{bundleID}/achievements/{achievementID}/images/{language}",
        .app, .path(.achievementID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: ImageRoute.localized("achievement") + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict, .unknownAchievement],
        route: { .set($0, .achievement($1, $2)) },
        values: {
            if case .set(let app, .achievement(let achievement, let language)) = $0 {
                (app, achievement, language)
            } else {
                nil
            }
        })

    public static let setSetImage = ImageRoute.endpoint(
        "setSetImage", .put, "/v1/connect/apps/{bundleID}/sets/{setID}/images/{language}", .app, .path(.setID),
        .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: ImageRoute.localized("set") + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict, .unknownSet],
        route: { .set($0, .set($1, $2)) },
        values: { if case .set(let app, .set(let set, let language)) = $0 { (app, set, language) } else { nil } })

    public static let removeIcon = ImageRoute.endpoint(
        "removeIcon", .delete, "/v1/connect/apps/{bundleID}/icon", .app,
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame],
        route: { .remove($0, .icon) }, values: { if case .remove(let app, .icon) = $0 { app } else { nil } })

    public static let removeScreenshot = ImageRoute.endpoint(
        "removeScreenshot", .delete, "/v1/connect/apps/{bundleID}/screenshots/{screenshot}", .app, .path(.screenshot),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame],
        route: { .remove($0, .screenshot($1)) },
        values: { if case .remove(let app, .screenshot(let screenshot)) = $0 { (app, screenshot) } else { nil } })

    public static let removeLeaderboardImage = ImageRoute.endpoint(
        "removeLeaderboardImage", .delete,
        "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/images/{language}", .app, .path(.leaderboardID),
        .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownLeaderboard, .conflict],
        route: { .remove($0, .leaderboard($1, $2)) },
        values: {
            if case .remove(let app, .leaderboard(let board, let language)) = $0 { (app, board, language) } else { nil }
        })

    public static let removeAchievementImage = ImageRoute.endpoint(
        "removeAchievementImage", .delete,
        "/v1/connect/apps/{bundleID}/achievements/{achievementID}/images/{language}", .app, .path(.achievementID),
        .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownAchievement, .conflict],
        route: { .remove($0, .achievement($1, $2)) },
        values: {
            if case .remove(let app, .achievement(let achievement, let language)) = $0 {
                (app, achievement, language)
            } else {
                nil
            }
        })

    public static let removeSetImage = ImageRoute.endpoint(
        "removeSetImage", .delete, "/v1/connect/apps/{bundleID}/sets/{setID}/images/{language}", .app, .path(.setID),
        .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownSet, .conflict],
        route: { .remove($0, .set($1, $2)) },
        values: { if case .remove(let app, .set(let set, let language)) = $0 { (app, set, language) } else { nil } })

    public static let setActivityImage = ImageRoute.endpoint(
        "setActivityImage", .put, "/v1/connect/apps/{bundleID}/activities/{activityID}/images/{language}", .app,
        .path(.activityID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: ImageRoute.wide("an activity") + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict, .unknownActivity],
        route: { .set($0, .activity($1, $2)) },
        values: {
            if case .set(let app, .activity(let activity, let language)) = $0 { (app, activity, language) } else { nil }
        })

    public static let setChallengeDefinitionImage = ImageRoute.endpoint(
        "setChallengeDefinitionImage", .put,
        "/v1/connect/apps/{bundleID}/challenge-definitions/{definitionID}/images/{language}", .app,
        .path(.challengeDefinitionID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: ImageRoute.wide("a challenge definition") + ImageRoute.upload,
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PlacedImageAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidImage, .conflict, .unknownChallengeDefinition],
        route: { .set($0, .challengeDefinition($1, $2)) },
        values: {
            if case .set(let app, .challengeDefinition(let definition, let language)) = $0 {
                (app, definition, language)
            } else {
                nil
            }
        })

    public static let removeActivityImage = ImageRoute.endpoint(
        "removeActivityImage", .delete, "/v1/connect/apps/{bundleID}/activities/{activityID}/images/{language}", .app,
        .path(.activityID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownActivity, .conflict],
        route: { .remove($0, .activity($1, $2)) },
        values: {
            if case .remove(let app, .activity(let activity, let language)) = $0 {
                (app, activity, language)
            } else {
                nil
            }
        })

    public static let removeChallengeDefinitionImage = ImageRoute.endpoint(
        "removeChallengeDefinitionImage", .delete,
        "/v1/connect/apps/{bundleID}/challenge-definitions/{definitionID}/images/{language}", .app,
        .path(.challengeDefinitionID), .path(.language),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the image and show the placeholder again.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownChallengeDefinition, .conflict],
        route: { .remove($0, .challengeDefinition($1, $2)) },
        values: {
            if case .remove(let app, .challengeDefinition(let definition, let language)) = $0 {
                (app, definition, language)
            } else {
                nil
            }
        })
}

// MARK: Parts

extension ImageRoute {
    fileprivate static let upload =
        " PNG, JPEG or WebP of at most \(ImageLimits.fileBytes) bytes. Sending the same file again changes nothing."

    fileprivate static func localized(_ what: String) -> String {
        "Set a \(what)'s image in one of its languages. Its center is cropped to a square of "
            + "\(ImageLimits.localizedSide) pixels."
    }

    fileprivate static func wide(_ what: String) -> String {
        "Set \(what)'s image in one of its languages, scaled down to at most \(ImageLimits.wideSide) pixels a side."
    }
}

extension ImageKind {
    fileprivate var setEndpoint: Endpoint {
        switch self {
        case .icon: .setIcon
        case .screenshot: .setScreenshot
        case .leaderboard: .setLeaderboardImage
        case .achievement: .setAchievementImage
        case .set: .setSetImage
        case .activity: .setActivityImage
        case .challengeDefinition: .setChallengeDefinitionImage
        }
    }

    fileprivate var removeEndpoint: Endpoint {
        switch self {
        case .icon: .removeIcon
        case .screenshot: .removeScreenshot
        case .leaderboard: .removeLeaderboardImage
        case .achievement: .removeAchievementImage
        case .set: .removeSetImage
        case .activity: .removeActivityImage
        case .challengeDefinition: .removeChallengeDefinitionImage
        }
    }
}
