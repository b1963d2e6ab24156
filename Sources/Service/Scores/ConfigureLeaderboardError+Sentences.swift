import LaurelDomain
public import LaurelScores

extension ConfigureLeaderboardError {
    /// For the developer: what is wrong and what to do.
    public var sentence: String {
        switch self {
        case .unknownLeaderboard: "No leaderboard has this ID"
        case .idTaken: "This ID is already taken"
        case .tooManyLeaderboards(let limit): "An app can have at most \(limit) leaderboards"
        case .frozen(let field): "\(field) can't change after release"
        case .cannotRemoveReleased: "A released leaderboard can't be deleted, only archived"
        case .emptyName: "Names can't be empty"
        case .nameTooLong(let limit): "Names and suffixes can have at most \(limit) characters"
        case .hiddenCharacter: "Names and suffixes can't contain invisible characters"
        case .missingLanguage(let language):
            "A localization in \(language.text), the app's default language, is required"
        case .languageTwice(let language): "\(language.text) appears more than once"
        case .tooManyLanguages(let limit): "At most \(limit) languages are allowed"
        case .kindHasScores:
            "It already has scores, so its kind and schedule can't change. Create another leaderboard, or delete this "
                + "one"
        case .twoKinds: "A leaderboard can't be both recurring and combined"
        case .partCount(let counts):
            "A combined leaderboard must have \(counts.lowerBound) to \(counts.upperBound) parts"
        case .partTwice: "A part appears more than once"
        case .unknownPart: "Each part must be a leaderboard of this app"
        case .partNotClassic(let id): "\(id.text) can't be a part: only other classic leaderboards can"
        case .partDiffers(let id): "\(id.text) can't be a part: its format or sort order is different"
        case .partOfCombined(let id): "It's part of \(id.text). Remove it there first"
        case .combinedCannot(.range): "A combined leaderboard can't have a range; set it on the parts"
        case .combinedCannot(.isDefault): "A combined leaderboard can't be the default: it doesn't accept scores"
        case .combinedCannot(.group): "A combined leaderboard can't be a group"
        case .combinedCannot(.replays): "A combined leaderboard can't check replays; set it on the parts"
        case .unknownSimulator(let name): "This server has no simulator named \(name.text)"
        case .notAGroup: "Only a classic leaderboard whose ID starts with grp. can be a group"
        case .unknownShare: "Each app that shares it must belong to the team"
        case .sharedTwice: "An app appears more than once, or already owns the group"
        case .tooManyShares(let limit): "At most \(limit) other apps can share a group"
        case .sharedByMove: "One of the app's leaderboards was moved into this group, so the app must keep it"
        case .cannotMove: "Only a single app's classic leaderboard can move into a group, and only once"
        case .groupDiffers: "The group's format, sort order or submission type is different"
        case .unavailable: "The store can't be written to right now"
        case .broken: "The store is broken"
        }
    }

    /// The body field at fault, if there is one.
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
