import LaurelDomain
import LaurelWire
import Testing

@Suite("Addresses that start a game", .timeLimit(.minutes(5))) struct LaunchAddressTests {
    private static let digits = "00112233445566778899aabbccddeeff"

    /// And their texts.
    private static func examples() throws -> [(address: LaunchAddress, text: String)] {
        let challenge = try #require(ChallengeID("C:_\(digits)"))
        let match = try #require(MatchID("M:_\(digits)"))
        let race = try ActivityID("race.1_a-B")
        let code = try #require(PartyCode("7K3Q-XW2P"))
        let full = LaunchActivity(
            id: race, code: code, properties: ["laps": "3", "course": "wet sand", "a&b=c": "赛道/?#%+"])
        let query = "partyCode=7K3Q-XW2P&a%26b%3Dc=%E8%B5%9B%E9%81%93%2F%3F%23%25%2B&course=wet%20sand&laps=3"
        return [
            (.challenge(challenge), "laurel://challenges/C:_\(digits)"),
            (.match(match), "laurel://matches/M:_\(digits)"),
            (.activity(LaunchActivity(id: race)), "laurel://activities/race.1_a-B"),
            (.activity(LaunchActivity(id: race, code: code)), "laurel://activities/race.1_a-B?partyCode=7K3Q-XW2P"),
            (.activity(full), "laurel://activities/race.1_a-B?\(query)"),
        ]
    }

    @Test("what the server writes is what a game reads")
    func roundTrip() throws {
        for (address, text) in try Self.examples() {
            #expect(address.text == text)
            #expect(LaunchAddress(text) == address)
        }
    }

    @Test("upper and lower case, and what is encoded, make no difference up to the ID")
    func spellings() throws {
        let match = try #require(MatchID("M:_\(Self.digits)"))
        for text in ["LAUREL://Matches/M:_\(Self.digits)", "laurel://matches/M%3A%5f\(Self.digits)"] {
            #expect(LaunchAddress(text) == .match(match), "\(text)")
        }
    }

    @Test(
        "every other address is nil",
        arguments: [
            "", "laurel://", "laurel://matches", "laurel://matches/", "laurel://matches/M:_00",
            "laurel://matches/C:_00112233445566778899aabbccddeeff", "laurel://games/race", "laurel:matches/race",
            "https://games.example/matches/M:_00112233445566778899aabbccddeeff", "laurel://activities/",
            "laurel://activities/two words", "laurel://activities/ra%ce", "laurel://activities/?partyCode=7K3Q-XW2P",
            " laurel://matches/M:_00112233445566778899aabbccddeeff",
            "laurel://matches/M%3_00112233445566778899aabbccddeeff",
        ])
    func others(text: String) {
        #expect(LaunchAddress(text) == nil)
    }
}
