import LaurelWire

/// What has no place here, or another one, of what App Store Connect tells.
struct AppStoreConnectNote: Hashable {
    typealias Subject = AppStoreConnectPlanAnswer.Note.Subject

    enum Kind: Hashable {
        case idNotTaken
        case formatUnknown
        case defaultNoMore
        case recurrence
        case group
        case activityProperties
        case rangeEmpty(lowest: Int64, highest: Int64)
        case rangeOpen
        case leaderboardsMissing(Int)
        case achievementsMissing(Int)
        case languageMissing
        /// The app's default language is missing; another one stands for it.
        case languageFrom(String, standIn: String)
        case leftOut(Int)
        case morePages
    }

    let subject: Subject
    let name: String
    let kind: Kind

    /// A sentence for the developer.
    var sentence: String { (subject == .resource ? name : "\(subject.rawValue) \(name)") + ": " + words }

    private var words: String {
        switch kind {
        case .idNotTaken: "skipped: its ID is empty or has unsupported characters"
        case .formatUnknown: "its format is unknown; imported as integer"
        case .defaultNoMore: "it's no longer the default"
        case .recurrence:
            "its recurrence can't be imported as it is; the leaderboard stays as it was, or is classic"
        case .group: "it belongs to a group; imported for this app only"
        case .activityProperties: "skipped its activity properties: its activity isn't in any document"
        case .rangeEmpty(let lowest, let highest): "skipped its score range: \(lowest) to \(highest) is empty"
        case .rangeOpen: "skipped its score range: it has only one end"
        case .leaderboardsMissing(let count): "\(count) of its leaderboards aren't in any document"
        case .achievementsMissing(let count): "\(count) of its achievements aren't in any document"
        case .languageMissing: "skipped a localization without a language"
        case .languageFrom(let language, let other):
            "it has no \(language), the app's default language; used \(other) instead"
        case .leftOut(let count): "skipped \(count)"
        case .morePages: "it has more pages; import those too (see links.next)"
        }
    }

    /// For programs that say it in another language.
    private var values: [String] {
        switch kind {
        case .rangeEmpty(let lowest, let highest): [String(lowest), String(highest)]
        case .leaderboardsMissing(let count), .achievementsMissing(let count), .leftOut(let count): [String(count)]
        case .languageFrom(let language, let other): [language, other]
        case .idNotTaken, .formatUnknown, .defaultNoMore, .recurrence, .group, .activityProperties, .rangeOpen,
            .languageMissing, .morePages:
            []
        }
    }

    private var kindName: AppStoreConnectPlanAnswer.Note.Kind {
        switch kind {
        case .idNotTaken: .idNotTaken
        case .formatUnknown: .formatUnknown
        case .defaultNoMore: .defaultNoMore
        case .recurrence: .recurrence
        case .group: .group
        case .activityProperties: .activityProperties
        case .rangeEmpty: .rangeEmpty
        case .rangeOpen: .rangeOpen
        case .leaderboardsMissing: .leaderboardsMissing
        case .achievementsMissing: .achievementsMissing
        case .languageMissing: .languageMissing
        case .languageFrom: .languageFrom
        case .leftOut: .leftOut
        case .morePages: .morePages
        }
    }

    var answer: AppStoreConnectPlanAnswer.Note {
        let limit = AppStoreConnectPlanAnswer.Note.sentenceLimit
        return AppStoreConnectPlanAnswer.Note(
            subject: subject, subjectName: String(name.prefix(limit)), kind: kindName,
            values: values.map { String($0.prefix(limit)) }, sentence: String(sentence.prefix(limit)))
    }
}
