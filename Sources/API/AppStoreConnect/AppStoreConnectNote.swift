import LaurelWire

/// What has no place here, or another one, of what App Store Connect tells.
struct AppStoreConnectNote: Hashable {
    /// What it is of; with the name that Apple's documents have for it.
    enum Subject: String {
        case leaderboard, set, achievement
        /// A type of resources.
        case resource
        /// One of those that were sent, counted from 1.
        case document
    }

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
        case .idNotTaken: "its id has characters that ids here have not, or none; left out"
        case .formatUnknown: "its format is unknown here; it becomes integer"
        case .defaultNoMore: "it is the default no more"
        case .recurrence: "it recurs; here it is taken as a classic one"
        case .group: "it belongs to a group; here it is this app's alone"
        case .activityProperties: "its activity properties are left out"
        case .rangeEmpty(let lowest, let highest): "its score range from \(lowest) to \(highest) is none; left out"
        case .rangeOpen: "its score range has one end only; left out"
        case .leaderboardsMissing(let count): "\(count) of its leaderboards are in no document"
        case .languageMissing: "a localization has no language; left out"
        case .languageFrom(let language, let other):
            "it has no \(language), this app's default language; \(other) stands for it"
        case .leftOut(let count): "\(count) left out"
        case .morePages: "it has more pages; import those as well (its links.next says where)"
        }
    }

    /// For programs that say it in another language.
    private var values: [String] {
        switch kind {
        case .rangeEmpty(let lowest, let highest): [String(lowest), String(highest)]
        case .leaderboardsMissing(let count), .leftOut(let count): [String(count)]
        case .languageFrom(let language, let other): [language, other]
        case .idNotTaken, .formatUnknown, .defaultNoMore, .recurrence, .group, .activityProperties, .rangeOpen,
            .languageMissing, .morePages:
            []
        }
    }

    private var kindName: AppStoreConnectAnswer.NoteKind {
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
        case .languageMissing: .languageMissing
        case .languageFrom: .languageFrom
        case .leftOut: .leftOut
        case .morePages: .morePages
        }
    }

    func write(to writer: inout JSONWriter) {
        let limit = AppStoreConnectAnswer.sentenceLimit
        writer.beginObject()
        writer.field("subject", subject.rawValue)
        writer.field("name", String(name.prefix(limit)))
        writer.field("kind", kindName.rawValue)
        writer.field("values", values.map { String($0.prefix(limit)) })
        writer.field("sentence", String(sentence.prefix(limit)))
        writer.endObject()
    }
}
