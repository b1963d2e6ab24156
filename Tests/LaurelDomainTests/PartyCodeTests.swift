import LaurelDomain
import LaurelTestSupport
import Testing

@Suite("Party codes") struct PartyCodeTests {
    @Test(
        "rule 14.7: two parts of the same length from 2 to 6, all digits or of the alphabet",
        arguments: ["23-45", "01-10", "000000-111111", "7K3Q-XW2P", "ABCDEF-GHJKMN", "2A-3B"])
    func valid(text: String) throws {
        let code = try #require(PartyCode(text))
        #expect(code.text == text)
        #expect(code.parts.joined(separator: "-") == text)
    }

    @Test(
        "rule 14.7: anything else is no code",
        arguments: [
            "", "-", "2-3", "22", "2345", "234-56", "2345678-2345678", "AB-CD-EF", "ab-cd", "A0-BC", "AO-BC", "AI-BC",
            "AL-BC", "AU-BC", "A1-BC", "É2-22",
            "\u{212A}2-22", "AB-C\u{212A}", "２３-４５", "AB–CD", " AB-CD", "AB-CD ", "AB -CD", "--", "AB--CD",
        ])
    func invalid(text: String) { #expect(PartyCode(text) == nil) }

    @Test(
        "rule 14.6: each code has a group of its own, which leads back to it",
        arguments: ["00-00", "23-45", "000000-111111", "7K3Q-XW2P", "ABCDEF-GHJKMN", "ZZZZZZ-ZZZZZZ"])
    func group(text: String) throws {
        let code = try #require(PartyCode(text))
        #expect(PartyCode(matchGroup: code.matchGroup) == code)
    }

    @Test(
        "rule 14.6: any other group is no code's: short or odd, with a letter that no code has, without its 1",
        arguments: [
            0, 1, 2, 7, 35, 36, 46_656, 1_679_615, 60_466_176, 1_679_616 + 10, 2 * 1_679_616, -1, .min, .max,
        ] as [Int64])
    func noGroup(group: Int64) { #expect(PartyCode(matchGroup: group) == nil) }

    @Test(
        "rule 14.8: typed in lower case, with spaces, or without the dash, it is the same code",
        arguments: [
            "7k3q-xw2p", "7K3QXW2P", "7k3q xw2p", " 7k 3q - xw 2p ", "7k3q–xw2p", "7K3Q—XW2P", "7k3q\u{2011}xw2p\n",
        ])
    func typed(text: String) { #expect(PartyCode(typed: text)?.text == "7K3Q-XW2P") }

    @Test("what can't be meant stays no code, however it is typed", arguments: ["7k3qxw2", "7k3q-xw2po", "x", "é2é2"])
    func typedWrong(text: String) {
        #expect(PartyCode(typed: text) == nil)
        #expect(PartyCode(typed: String(repeating: " ", count: 61) + "2345") == nil)
    }

    @Test("rule 14.8: drawn codes are 4 + 4 of an alphabet that nobody misreads", arguments: Depth.seeds(20))
    func drawn(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        #expect(PartyCode.alphabet.count == 30 && Set(PartyCode.alphabet).isDisjoint(with: "0O1ILU"))
        var seen: Set<Character> = []
        for _ in 0..<200 {
            let code = PartyCode.drawn(using: &random)
            #expect(code.parts.map(\.count) == [4, 4])
            #expect(PartyCode(code.text) == code)
            seen.formUnion(code.text)
        }
        // 1,600 draws leave none of 30 characters out.
        #expect(seen == Set(PartyCode.alphabet).union(["-"]))
    }
}
