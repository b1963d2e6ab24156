// Which language serves a reader best (rule 3.6): a small part of BCP 47 and of CLDR's language matching, enough for
// the languages that stores are localized in.

extension LanguageTag {
    /// The parts that matter here, in lower case.
    struct Parts: Hashable {
        var language: String
        /// Written or implied; empty: nothing said.
        var script: String
        var region: String
    }

    var parts: Parts {
        let subtags = text.lowercased().split(separator: "-")
        var parts = Parts(language: String(subtags.first ?? ""), script: "", region: "")
        for subtag in subtags.dropFirst() {
            // What follows a single letter is an extension.
            if subtag.count == 1 { break }
            if subtag.count == 4, parts.script.isEmpty, parts.region.isEmpty, subtag.first?.isLetter ?? false {
                parts.script = String(subtag)
            } else if parts.region.isEmpty, subtag.count == 2 || (subtag.count == 3 && subtag.allSatisfy(\.isNumber)) {
                parts.region = String(subtag)
            }
        }
        // CLDR: `no` is written as `nb`, and `zh` is Hans but where it is written in Hant.
        if parts.language == "no" { parts.language = "nb" }
        if parts.language == "zh", parts.script.isEmpty {
            parts.script = ["tw", "hk", "mo"].contains(parts.region) ? "hant" : "hans"
        }
        return parts
    }

    /// How well text in `other` serves a reader of this language; 0: not at all, 4: it is the same tag.
    public func affinity(to other: LanguageTag) -> Int {
        if text == other.text || text.lowercased() == other.text.lowercased() { return 4 }
        let wanted = parts
        let offered = other.parts
        guard wanted.language == offered.language else { return 0 }
        guard wanted.script.isEmpty || offered.script.isEmpty || wanted.script == offered.script else { return 0 }
        if wanted.region == offered.region { return 3 }
        return offered.region.isEmpty ? 2 : 1
    }

    /// What serves a reader best: their languages in order, each by exact tag, then the same region, then none, then
    /// any region, never another script.
    static func best<Item>(of items: [Item], for languages: [LanguageTag], _ language: (Item) -> LanguageTag) -> Item? {
        for wanted in languages {
            var best: (affinity: Int, item: Item)?
            for item in items {
                let affinity = wanted.affinity(to: language(item))
                if affinity > best?.affinity ?? 0 { best = (affinity, item) }
            }
            if let best { return best.item }
        }
        return nil
    }
}

extension Leaderboard {
    /// The localization that serves a reader best: their languages in their order, each by exact tag, then the same
    /// region, then none, then any region, never another script; else the app's default language (rule 3.6); else
    /// the first one; else the reference name.
    public func localization(
        for languages: [LanguageTag], default defaultLanguage: LanguageTag
    ) -> LeaderboardLocalization {
        // Nothing to choose from: most leaderboards, and each score asks.
        let localizations = settings.localizations
        if localizations.count == 1 { return localizations[0] }
        return LanguageTag.best(of: localizations, for: languages + [defaultLanguage]) { $0.language }
            ?? localizations.first ?? LeaderboardLocalization(language: defaultLanguage, name: settings.referenceName)
    }

    /// Whether a score of this value may be ranked (rule 4.5).
    public func accepts(_ value: Int64) -> Bool { settings.range?.contains(value) ?? true }
}
