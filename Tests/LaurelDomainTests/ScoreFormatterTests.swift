import LaurelDomain
import LaurelTestSupport
import Testing

@Suite("Score formatter") struct ScoreFormatterTests {
    @Test(
        "rules 4.4, 4.11: all eighteen formats write their raw unit, as in Apple's examples",
        arguments: [
            (ScoreFormat.integer, 123, "123"), (.integer, 1_234_567, "1,234,567"), (.integer, 0, "0"),
            (.fixedPoint1, 1_234, "123.4"), (.fixedPoint2, 5_678, "56.78"), (.fixedPoint3, 10_000, "10.000"),
            (.integer, 999, "999"), (.integer, 1_000, "1,000"),
            (.fixedPoint3, 7, "0.007"), (.fixedPoint1, 0, "0.0"), (.fixedPoint1, 12_345, "1,234.5"),
            (.elapsedTimeMinute, 3_623, "60:23"), (.elapsedTimeMinute, 59, "0:59"),
            (.elapsedTimeMinute, 60_000, "1000:00"),
            (.elapsedTimeSecond, 10_000, "2:46:40"), (.elapsedTimeSecond, 1, "0:00:01"),
            (.elapsedTimeCentisecond, 10_000, "0:01:40:00"), (.elapsedTimeCentisecond, 360_001, "1:00:00:01"),
            (.dollarWhole, 123, "$123"), (.dollarDecimal, 141, "$1.41"), (.euroWhole, 1_234, "€1,234"),
            (.euroDecimal, 5, "€0.05"), (.francWhole, 123, "CHF\u{A0}123"), (.francDecimal, 141, "CHF\u{A0}1.41"),
            (.kroneWhole, 123, "kr\u{A0}123"), (.kroneDecimal, 141, "kr\u{A0}1.41"), (.poundWhole, 123, "£123"),
            (.poundDecimal, 141, "£1.41"), (.yenWhole, 12_345, "¥12,345"),
        ] as [(ScoreFormat, Int64, String)])
    func english(format: ScoreFormat, value: Int64, text: String) {
        #expect(ScoreFormatter(format, language: .english).string(value) == text)
    }

    @Test("makes the same text from digits that are there already", arguments: ["en", "de", "es", "fr", "ru", "pl"])
    func digits(_ language: String) throws {
        let formatter = ScoreFormatter(.integer, language: try LanguageTag(language))
        var random = SplitMix64(seed: 4)
        let edges: [Int64] = [0, 1, 9, 10, 99, 100, 999, 1_000, 9_999, 10_000, 999_999, .max, .min, -1, -999, -1_000]
        let others = (0..<2_000).map { _ in Int64(bitPattern: random.next()) >> Int64(random.below(63)) }
        for value in edges + others {
            let digits = Array(String(value).utf8)
            let text = [UInt8](unsafeUninitializedCapacity: ScoreFormatter.lengthLimit) { target, count in
                guard let start = target.baseAddress else { return }
                count = digits.withUnsafeBufferPointer { formatter.write(digits: $0, into: start) }
            }
            #expect(formatter.isOfDigits && String(decoding: text, as: UTF8.self) == formatter.string(value))
        }
        #expect(!ScoreFormatter(.fixedPoint1, language: .english).isOfDigits)
    }

    @Test(
        "rule 4.11: below zero the sign comes first, and no Int64 is too long",
        arguments: [
            (ScoreFormat.integer, -1_234, "-1,234"), (.fixedPoint1, -5, "-0.5"), (.elapsedTimeMinute, -83, "-1:23"),
            (.elapsedTimeCentisecond, -1, "-0:00:00:01"), (.dollarDecimal, -141, "-$1.41"),
            (.kroneWhole, -1, "-kr\u{A0}1"), (.integer, .min, "-9,223,372,036,854,775,808"),
            (.integer, .max, "9,223,372,036,854,775,807"), (.fixedPoint3, .min, "-9,223,372,036,854,775.808"),
            (.elapsedTimeMinute, .min, "-153722867280912930:08"), (.elapsedTimeSecond, .max, "2562047788015215:30:07"),
            (.elapsedTimeCentisecond, .max, "25620477880152:09:18:07"), (.yenWhole, .max, "¥9,223,372,036,854,775,807"),
            (.francDecimal, .min, "-CHF\u{A0}92,233,720,368,547,758.08"),
        ] as [(ScoreFormat, Int64, String)])
    func edges(format: ScoreFormat, value: Int64, text: String) {
        #expect(ScoreFormatter(format, language: .english).string(value) == text)
    }

    @Test(
        "rule 4.11: grouping, separators and the currency's position follow the language",
        arguments: [
            ("en", "1,234", "-$12,345.67"), ("en-GB", "1,234", "-$12,345.67"), ("zh-Hans", "1,234", "-$12,345.67"),
            ("zh-Hant", "1,234", "-$12,345.67"), ("ja", "1,234", "-$12,345.67"), ("ko", "1,234", "-$12,345.67"),
            ("de", "1.234", "-12.345,67\u{A0}$"), ("de-AT", "1.234", "-12.345,67\u{A0}$"),
            ("fr", "1\u{202F}234", "-12\u{202F}345,67\u{A0}$"), ("es", "1234", "-12.345,67\u{A0}$"),
            ("it", "1.234", "-12.345,67\u{A0}$"), ("pt", "1234", "-12\u{A0}345,67\u{A0}$"),
            ("pt-BR", "1.234", "-$\u{A0}12.345,67"), ("ru", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("nl", "1.234", "$\u{A0}-12.345,67"), ("sv", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("da", "1.234", "-12.345,67\u{A0}$"), ("nb", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("no", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"), ("fi", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("pl", "1234", "-12\u{A0}345,67\u{A0}$"), ("tr", "1.234", "-$12.345,67"),
            ("vi", "1.234", "-12.345,67\u{A0}$"),
            ("id", "1.234", "-$\u{A0}12.345,67"), ("cs", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("nn", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"), ("uk", "1\u{A0}234", "-12\u{A0}345,67\u{A0}$"),
            ("bg", "1234", "-12\u{A0}345,67\u{A0}$"), ("el", "1.234", "-12.345,67\u{A0}$"),
            ("tlh", "1,234", "-$12,345.67"),
        ])
    func languages(tag: String, integer: String, money: String) throws {
        let language = try LanguageTag(tag)
        #expect(ScoreFormatter(.integer, language: language).string(1_234) == integer)
        #expect(ScoreFormatter(.dollarDecimal, language: language).string(-1_234_567) == money)
    }

    @Test(
        "rule 4.11: no format traps or is cut short at the ends of Int64, in any language",
        arguments: ScoreFormat.allCases)
    func longest(format: ScoreFormat) throws {
        for tag in ["en", "de", "fr", "es", "nl", "pt-BR", "sv", "tr"] {
            let formatter = ScoreFormatter(format, language: try LanguageTag(tag))
            for value in [Int64.min, .min + 1, .max, .max - 1, -1, 0, 1] {
                let text = formatter.string(value)
                let hasSign = text.utf8.contains(0x2D)
                #expect(hasSign == (value < 0))
                let isTime = [.elapsedTimeMinute, .elapsedTimeSecond, .elapsedTimeCentisecond].contains(format)
                guard !isTime else { continue }
                let digits = text.filter { $0.isASCII && $0.isNumber }
                #expect(UInt64(digits) == value.magnitude)
            }
        }
    }

    @Test(
        "rule 4.11: the suffix is appended exactly as configured, the singular when the number shown is one",
        arguments: [
            (ScoreFormat.integer, 123, "123 Points"), (.integer, 1, "1 Point"), (.integer, 0, "0 Points"),
            (.integer, -1, "-1 Points"), (.fixedPoint2, 100, "1.00 Point"), (.fixedPoint2, 1, "0.01 Points"),
            (.fixedPoint1, 10, "1.0 Point"), (.fixedPoint3, 1_000, "1.000 Point"),
            (.dollarDecimal, 100, "$1.00 Point"), (.dollarWhole, 1, "$1 Point"),
            (.elapsedTimeMinute, 1, "0:01 Point"), (.elapsedTimeMinute, 60, "1:00 Points"),
        ] as [(ScoreFormat, Int64, String)])
    func suffixes(format: ScoreFormat, value: Int64, text: String) {
        let formatter = ScoreFormatter(
            format, language: .english, suffixSingular: " Point", suffixPlural: " Points")
        #expect(formatter.string(value) == text)
    }

    @Test("rule 4.11: without a leading space there is none, and one suffix serves for both")
    func suffixesAlone() {
        #expect(ScoreFormatter(.integer, language: .english, suffixPlural: "分").string(1) == "1分")
        #expect(ScoreFormatter(.integer, language: .english, suffixSingular: "m").string(2) == "2m")
    }

    @Test("rules 4.2, 4.11: a localization may have a format of its own, and its language's separators")
    func override() throws {
        let german = LeaderboardLocalization(
            language: try LanguageTag("de"), name: "Weite", formatOverride: .fixedPoint1, suffixPlural: " m")
        let board = Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("Distance"),
            settings: LeaderboardSettings(referenceName: "Distance", localizations: [german]))
        #expect(ScoreFormatter(board, in: german).string(12_345) == "1.234,5 m")
        var plain = german
        plain.formatOverride = nil
        #expect(ScoreFormatter(board, in: plain).string(12_345) == "12.345 m")
    }

    @Test("appending writes the same bytes behind what is there")
    func appending() {
        var bytes = Array("x".utf8)
        ScoreFormatter(.euroDecimal, language: .english).append(-123_456, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "x-€1,234.56")
    }
}
