/// What players see of an app in one language (rules 3.1, 3.6).
public struct AppLocalization: Hashable, Sendable {
    public var language: LanguageTag
    public var name: String
    /// A line below the name; empty: none.
    public var subtitle: String
    /// Several lines, perhaps; empty: none.
    public var description: String

    public init(language: LanguageTag, name: String, subtitle: String = "", description: String = "") {
        self.language = language
        self.name = name
        self.subtitle = subtitle
        self.description = description
    }
}

extension App {
    /// The localization that serves a reader best: their languages in order, else the default one. Where the app has
    /// none for a language, its own name stands for it.
    public func localization(for languages: [LanguageTag]) -> AppLocalization {
        LanguageTag.best(of: localizations, for: languages + [defaultLanguage]) { $0.language }
            ?? AppLocalization(language: defaultLanguage, name: name)
    }
}
