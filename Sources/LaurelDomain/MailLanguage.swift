/// What a player reads mails in. Raw values are stored.
public enum MailLanguage: UInt8, CaseIterable, Hashable, Sendable {
    case english = 1
    case simplifiedChinese = 2

    /// The first language that there are mails in; else English.
    /// - Parameter languages: what the player reads, best first.
    public init(for languages: [LanguageTag]) {
        switch GuestNames(for: languages) {
        case .english: self = .english
        case .simplifiedChinese: self = .simplifiedChinese
        }
    }
}
