import LaurelDomain

extension ConfigureLeaderboardError {
    /// For the developer: what is wrong and what to do.
    public var sentence: String {
        switch self {
        case .unknownLeaderboard: "There is no such leaderboard"
        case .idTaken: "The id is taken"
        case .tooManyLeaderboards(let limit): "An app has at most \(limit) leaderboards"
        case .frozen(let field): "\(field) is frozen since the release"
        case .cannotRemoveReleased: "A released leaderboard can only be archived"
        case .emptyName: "A name must not be empty"
        case .nameTooLong(let limit): "Names and suffixes have at most \(limit) characters"
        case .hiddenCharacter: "A name or suffix has a character that cannot be seen"
        case .missingLanguage(let language): "A localization for \(language.text), the app's default, is required"
        case .languageTwice(let language): "\(language.text) is there twice"
        case .tooManyLanguages(let limit): "At most \(limit) languages"
        case .kindHasScores:
            "Its scores were counted by the kind and schedule it has; make another leaderboard, or delete this one"
        case .twoKinds: "A leaderboard is recurring or combined, not both"
        case .partCount(let counts):
            "A combined leaderboard has \(counts.lowerBound) to \(counts.upperBound) parts"
        case .partTwice: "A part is named twice"
        case .unknownPart: "Each part must be a leaderboard of this app"
        case .partNotClassic(let id): "\(id.text) cannot be a part: it must be another, classic leaderboard"
        case .partDiffers(let id): "\(id.text) cannot be a part: it has another format or sort order"
        case .partOfCombined(let id): "It is a part of \(id.text): take it out there first"
        case .combinedCannot(.range): "A combined leaderboard has no range: its parts have theirs"
        case .combinedCannot(.isDefault): "A combined leaderboard takes no scores: it cannot be the default one"
        case .combinedCannot(.group): "A combined leaderboard belongs to one app"
        case .combinedCannot(.replays): "A combined leaderboard takes no scores: its parts check theirs"
        case .unknownSimulator(let name): "This server has no simulator named \(name.text)"
        case .notAGroup: "Only a classic leaderboard whose id begins with grp. can be shared or moved into"
        case .unknownShare: "Each app that shares it must be one of the team's"
        case .sharedTwice: "An app is named twice, or is the group's own"
        case .tooManyShares(let limit): "At most \(limit) other apps share a group"
        case .sharedByMove: "A leaderboard of an app was moved into this group, and its id answers for it"
        case .cannotMove: "Only a classic leaderboard of one app can move into a group, and only once"
        case .groupDiffers: "The group has another format, sort order or submission type"
        case .unavailable: "The store cannot be written now"
        case .broken: "The store is broken"
        }
    }

    /// The field of a body that is to blame, if one is.
    public var field: String? {
        switch self {
        case .idTaken: "id"
        case .frozen(let field): field == .kind ? "recurrence" : "\(field)"
        case .emptyName, .nameTooLong, .hiddenCharacter, .missingLanguage, .languageTwice, .tooManyLanguages:
            "localizations"
        case .kindHasScores, .twoKinds: "recurrence"
        case .partCount, .partTwice, .unknownPart, .partNotClassic, .partDiffers: "parts"
        case .combinedCannot(.range): "range"
        case .combinedCannot(.isDefault): "isDefault"
        case .combinedCannot(.group): "id"
        case .combinedCannot(.replays): "replays"
        case .unknownSimulator: "replays.simulator"
        case .notAGroup, .unknownShare, .sharedTwice, .tooManyShares, .sharedByMove: "sharedWith"
        case .cannotMove, .groupDiffers: "into"
        case .unknownLeaderboard, .tooManyLeaderboards, .cannotRemoveReleased, .partOfCombined, .unavailable, .broken:
            nil
        }
    }
}
