import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("The list of words") struct WordFilterTests {
    private let words = WordFilter([
        WordRecord("darn", .blocked), WordRecord("坏蛋", .blocked), WordRecord("bitch", .allowed),
    ])

    @Test(
        "finds a word however it is written",
        arguments: [
            "darn", "DARN!", "oh, darn it", "d4rn", "d@rn", "ｄａｒｎ", "dárn", "da\u{0301}rn", "d a r n", "d.a.r.n",
            "daaaarn", "darns", "dаrn", "fuck", "FUCKS", "你是坏蛋", "坏 蛋", "he said: fück",
        ])
    func finds(text: String) {
        #expect(words.firstBlocked(in: text) != nil)
        #expect(!words.allows(text))
    }

    @Test(
        "lets innocent words be",
        arguments: [
            "", "Scunthorpe", "Penistone", "darning needle", "jungle-jim", "cocktail", "Dickens", "bitch", "shiitake",
            "你好", "Grace Hopper", "assassin", "class", "Hancock", "x", "1234567890", "蛋坏",
        ])
    func allows(text: String) { #expect(words.firstBlocked(in: text) == nil, "\(text)") }

    @Test("a word of the list is one word of letters, folded")
    func folding() {
        #expect(WordFilter.folded("  Dárn ") == "darn")
        #expect(WordFilter.folded("two words") == nil)
        #expect(WordFilter.folded("x") == nil)
        #expect(WordFilter.folded("…") == nil)
        #expect(WordFilter.folded(String(repeating: "x", count: 41)) == nil)
    }

    @Test("every built-in word is found as it stands", arguments: BuiltInWords.all)
    func builtIn(word: String) {
        #expect(WordFilter.folded(word) == word)
        #expect(WordFilter().firstBlocked(in: "you \(word)!") != nil)
    }

    @Test("no alias at sign-up has one")
    func signUp() async throws {
        let world = try AccountsWorld()
        await #expect(throws: SignUpError.wordRefused) { try await world.signUp("fuck you") }
        try await world.signUp("Scunthorpe")
    }
}
