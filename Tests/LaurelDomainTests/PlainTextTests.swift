import LaurelDomain
import Testing

@Suite("Plain text") struct PlainTextTests {
    @Test(
        "letters of every script, joined emoji and accents are names",
        arguments: ["High Scores", "最高分", "👩‍🚀", "Zoë", "می‌خواهم"])
    func names(text: String) {
        #expect(PlainText.holds(text, limit: 20))
        #expect(PlainText.isSeen(text))
    }

    @Test(
        "what hides, turns round or breaks a line is not",
        arguments: ["\u{202E}abc", "a\u{2066}b", "a\u{200B}b", "a\nb", "a\u{2028}b", "a\u{0}b", "\u{FEFF}a"])
    func hidden(text: String) { #expect(!PlainText.holds(text, limit: 20)) }

    @Test("a name that shows nothing is none", arguments: ["", " ", "\u{3000}", "\u{200D}", "\u{3164}"])
    func unseen(text: String) { #expect(!PlainText.isSeen(text)) }

    @Test("the limit counts characters as people do")
    func limit() {
        #expect(PlainText.holds(String(repeating: "é", count: 20), limit: 20))
        #expect(!PlainText.holds(String(repeating: "e", count: 21), limit: 20))
    }
}
