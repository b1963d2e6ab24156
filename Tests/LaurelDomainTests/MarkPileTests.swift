import LaurelDomain
import Testing

@Suite("Piles of marks") struct MarkPileTests {
    /// Names and words with the most marks that their script writes, one a script or more.
    private static let words: [String] = [
        "Nguyễn Thị Ngọc", "Ệ Ổ Ự thứ bảy", "ᾧ Ἀθηνᾷ", "Žydrūnas ą̃žuolas", "Yáʼátʼééh ąąh", "Ọ̀ṣun Ẹ̀kọ́",
        "กรุงเทพ น้ำผึ้ง", "ปู่ย่าผู้ใหญ่", "ວຽງຈັນ ເພິ່ນ", "अनुष्का ज़ोंक्ष", "र्ज़ों क़्यां", "শ্রীমঙ্গল চৌধুরী", "ਜ਼ਿੰਦਗੀ ਸਿੰਘ",
        "શ્રીકૃષ્ણ", "தமிழ்ச்செல்வி", "శ్రీనివాస్", "ಶ್ರೀಕೃಷ್ಣ", "ശ്രീകൃഷ്ണൻ", "ශ්‍රී ලංකා",
        "مُحَمَّدٌ اللّٰه", "شَدَّةٌ", "פַּרְעֹה שִׁמְשׁוֹן", "שָּׁ֑", "ދިވެހި", "ܡܳܪܝܳܐ",
        "ကြိုးကြာ", "မျှော့", "ရွှေမြွှေ့", "ស្ត្រី ខ្ញុំ", "བསྒྲུབས་ཧཱུྃ", "ꦏꦿꦶꦱ꧀ꦠꦶ", "ᬓᭂᬢᬸᬢ᭄",
        "한국어 김민준", "ガギグゲゴ パピプ", "か\u{3099}く\u{3099}", "李小龙", "ታደሰ", "Ελένη", "Ёлкин й", "é\u{323}a",
    ]

    @Test("what living scripts write is a name", arguments: MarkPileTests.words)
    func living(text: String) {
        #expect(MarkPile.excess(in: text) == nil)
        #expect(PlainText.holds(text, limit: 40))
    }

    @Test("emoji are no piles", arguments: ["1️⃣2️⃣", "❤️‍🔥", "👩🏽‍🚀", "🏳️‍🌈", "☝🏿"])
    func emoji(text: String) { #expect(PlainText.holds(text, limit: 20)) }

    @Test(
        "marks that no script needs are refused, wherever they stand and however they are encoded",
        arguments: [
            "Z\u{300}\u{301}\u{302}\u{303}", "\u{1EC7}\u{300}\u{301}", "ok e\u{301}\u{301}", "x\u{489}\u{489}",
            "a\u{300}\u{34F}\u{300}", "a\u{300}\u{301}\u{200D}\u{302}\u{303}", "กุ้้",
            "ก\u{E38}\u{E34}\u{E48}\u{E4C}\u{E4D}",
            "a\u{20DD}\u{20DE}\u{20DF}\u{20E0}", "က\u{103B}\u{103C}\u{1031}\u{102B}\u{102C}\u{1038}\u{1062}",
            "a\u{1AB0}\u{1DC0}\u{FE20}\u{300}",
        ])
    func piles(text: String) {
        #expect(MarkPile.excess(in: text) != nil)
        #expect(!PlainText.holds(text, limit: 20))
    }

    @Test("a text does not begin with a mark, which would sit on what stands before it")
    func leading() {
        #expect(!PlainText.holds("\u{20DD}abc", limit: 20))
        #expect(!PlainText.holds("\u{200D}\u{301}abc", limit: 20))
        #expect(PlainText.holds(" abc", limit: 20))
    }

    @Test("an alias is held to it, and one that is there already is still found by what is typed")
    func aliases() throws {
        let pile = "Ze\u{301}\u{302}\u{303}\u{304}d"
        #expect(throws: Alias.Invalid.pile("\u{304}")) { try Alias(pile) }
        #expect(try Alias(known: pile).key == "zé\u{302}\u{303}\u{304}d")
        for name in ["ကြိုးကြာ", "Nguyễn", "مُحَمَّدٌ", "שִׁמְשׁוֹן", "น้ำผึ้ง", "ꦏꦿꦶꦱ꧀ꦠꦶ"] {
            #expect(try Alias(name).text.isEmpty == false, "\(name)")
        }
    }

    @Test("the names of saved games may hold what they held")
    func savedGames() { #expect(SavedGameName("Z\u{300}\u{301}\u{302}\u{303}") != nil) }
}
