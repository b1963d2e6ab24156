public import LaurelDomain

/// What an app says about itself, checked.
public struct AppDescription: Hashable, Sendable {
    public static let nameLimit = 64
    public static let skuLimit = 64
    public static let linkLimit = 2_048
    public static let subtitleLimit = 64
    public static let textLimit = 4_000
    public static let languagesLimit = 100

    /// 1 to 64 characters that are seen, one of them at least more than a space: nothing that turns the line around or
    /// hides in it. It need not be unique (rule 3.1).
    public let name: String
    /// The developer's own word for it: at most 64 characters, may be empty.
    public let sku: String
    public let defaultLanguage: LanguageTag
    /// Where the game is played or bought: `https://` or `http://`, or a path on this server such as
    /// `/play/monkeyjump/`.
    public let link: String?
    /// In order of language. A language that is missing falls back to the default one, and that to ``name`` (rule 3.6).
    public let localizations: [AppLocalization]

    /// - Throws: the first rule broken.
    public init(
        name: String, sku: String = "", defaultLanguage: LanguageTag = .english, link: String? = nil,
        localizations: [AppLocalization] = []
    ) throws(Invalid) {
        guard PlainText.holds(name, limit: Self.nameLimit), PlainText.isSeen(name) else {
            throw .name(limit: Self.nameLimit)
        }
        guard PlainText.holds(sku, limit: Self.skuLimit) else { throw .sku(limit: Self.skuLimit) }
        if let link {
            guard Self.isLink(link) else { throw .link(limit: Self.linkLimit) }
        }
        try Self.check(localizations)
        self.name = name
        self.sku = sku
        self.defaultLanguage = defaultLanguage
        self.link = link
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
    }

    private static func check(_ localizations: [AppLocalization]) throws(Invalid) {
        guard localizations.count <= languagesLimit else { throw .tooManyLanguages(limit: languagesLimit) }
        var seen: Set<LanguageTag> = []
        for localization in localizations {
            guard seen.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
            guard PlainText.holds(localization.name, limit: nameLimit), PlainText.isSeen(localization.name) else {
                throw .localizedName(localization.language, limit: nameLimit)
            }
            guard PlainText.holds(localization.subtitle, limit: subtitleLimit) else {
                throw .subtitle(localization.language, limit: subtitleLimit)
            }
            let lines = localization.description.split(separator: "\n", omittingEmptySubsequences: false)
            guard localization.description.count <= textLimit,
                lines.allSatisfy({ PlainText.holds(String($0), limit: textLimit) })
            else { throw .description(localization.language, limit: textLimit) }
        }
    }

    /// An address, or a path on this server.
    static func isLink(_ text: String) -> Bool {
        guard text.utf8.count <= linkLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        // Two slashes, or a backslash that browsers read as one, would name another server.
        if text.hasPrefix("/") { return !text.hasPrefix("//") && !text.contains("\\") }
        let schemes = ["https://", "http://"]
        return schemes.contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
    }

    public enum Invalid: Error, Hashable, Sendable {
        case name(limit: Int)
        case sku(limit: Int)
        case link(limit: Int)
        case tooManyLanguages(limit: Int)
        case languageTwice(LanguageTag)
        case localizedName(LanguageTag, limit: Int)
        case subtitle(LanguageTag, limit: Int)
        case description(LanguageTag, limit: Int)
    }
}
