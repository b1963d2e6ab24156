/// How a language writes numbers and money: a small table of our own, after CLDR 44. Languages that are not in it are
/// written as English is.
///
/// Of its own choosing: the minus is `-` everywhere, times have colons everywhere, and a currency has one symbol in
/// all languages (`$`, `€`, `CHF`, `kr`, `£`, `¥`).
struct NumberStyle: Hashable, Sendable {
    enum Separator: Hashable, Sendable {
        case comma, point
        /// U+00A0
        case space
        /// U+202F
        case narrowSpace

        /// UTF-8, last byte first.
        var reversedBytes: (UInt8, UInt8, UInt8, count: Int) {
            switch self {
            case .comma: (0x2C, 0, 0, 1)
            case .point: (0x2E, 0, 0, 1)
            case .space: (0xA0, 0xC2, 0, 2)
            case .narrowSpace: (0xAF, 0x80, 0xE2, 3)
            }
        }
    }

    enum CurrencySide: Hashable, Sendable {
        /// `-$1.41`; a symbol of letters is set off: `-kr 1.41`.
        case before
        /// `-$ 1,41`
        case beforeSpaced
        /// `€ -1,41`
        case beforeSpacedAndMinus
        /// `-1,41 €`
        case after
    }

    var grouping: Separator
    var decimal: Separator
    /// How many digits must stand before the first separator: with 2, `1234` but `12.345`.
    var leadingDigits = 1
    var currency: CurrencySide

    static let english = NumberStyle(grouping: .comma, decimal: .point, currency: .before)

    init(grouping: Separator, decimal: Separator, leadingDigits: Int = 1, currency: CurrencySide) {
        self.grouping = grouping
        self.decimal = decimal
        self.leadingDigits = leadingDigits
        self.currency = currency
    }

    init(_ language: LanguageTag) {
        if language == .english {
            self = .english
            return
        }
        let parts = language.parts
        switch parts.language {
        case "de", "it", "da", "el", "hr", "ro", "sl", "vi":
            self.init(grouping: .point, decimal: .comma, currency: .after)
        case "es": self.init(grouping: .point, decimal: .comma, leadingDigits: 2, currency: .after)
        case "fr": self.init(grouping: .narrowSpace, decimal: .comma, currency: .after)
        case "ru", "sv", "nb", "nn", "fi", "cs", "hu", "sk", "uk":
            self.init(grouping: .space, decimal: .comma, currency: .after)
        case "pl", "bg": self.init(grouping: .space, decimal: .comma, leadingDigits: 2, currency: .after)
        case "nl": self.init(grouping: .point, decimal: .comma, currency: .beforeSpacedAndMinus)
        case "tr": self.init(grouping: .point, decimal: .comma, currency: .before)
        case "id": self.init(grouping: .point, decimal: .comma, currency: .beforeSpaced)
        case "pt" where parts.region == "br": self.init(grouping: .point, decimal: .comma, currency: .beforeSpaced)
        case "pt": self.init(grouping: .space, decimal: .comma, leadingDigits: 2, currency: .after)
        // en, en-GB, zh-Hans, zh-Hant, ja, ko, and everybody else.
        default: self = .english
        }
    }
}
