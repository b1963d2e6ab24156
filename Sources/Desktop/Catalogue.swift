/// Texts by key in both languages, with `{a}`, `{b}`, `{slot}` and `{value}` for their values. They are written for the
/// browser, in Web/site/i18n; `scripts/game-words` brings them here.
public struct Catalogue: Sendable {
    private let english: [String: String]
    private let chinese: [String: String]

    public init(english: [String: String], chinese: [String: String]) {
        self.english = english
        self.chinese = chinese
    }

    /// The text of the first of the keys that there is; nil for none.
    func text(_ keys: [String], isChinese: Bool) -> String? {
        let texts = isChinese ? chinese : english
        return keys.lazy.compactMap { texts[$0] }.first
    }
}
