import LaurelDomain
import Testing

@Suite("Names and secrets of guests") struct GuestTests {
    @Test("rule 1.11: every name is an alias, with the longest number too", arguments: GuestNames.allCases)
    func names(language: GuestNames) throws {
        #expect(Set(language.adjectives).count == language.adjectives.count)
        #expect(Set(language.animals).count == language.animals.count)
        #expect(language.count > 5_000)
        var seen: Set<String> = []
        for draw in 0..<UInt64(language.count) {
            let name = language.name(draw)
            #expect(seen.insert(name).inserted, "\(name) twice")
            let alias = try Alias(name)
            #expect(!alias.isReserved, "\(name)")
            _ = try Alias(language.name(draw, number: GuestNames.numbers.upperBound))
        }
        #expect(language.name(UInt64.max).isEmpty == false)
        #expect(language.name(UInt64(language.count)) == language.name(0))
    }

    @Test("a name reads as the language does")
    func spelling() {
        #expect(GuestNames.english.name(0) == "Agile Alpaca")
        #expect(GuestNames.english.name(0, number: 7) == "Agile Alpaca 7")
        #expect(GuestNames.simplifiedChinese.name(0, number: 7) == "琥珀苍鹭7")
    }

    @Test(
        "rule 1.11: the language is the device's, where there are names in it",
        arguments: [
            (["en"], GuestNames.english), (["zh-Hans"], .simplifiedChinese), (["zh-CN", "en"], .simplifiedChinese),
            (["zh"], .simplifiedChinese), (["zh-Hans-CN"], .simplifiedChinese), (["zh-Hant"], .english),
            (["de", "zh-Hans"], .simplifiedChinese), (["en-GB", "zh-Hans"], .english), ([], .english),
            (["de"], .english),
        ])
    func languages(tags: [String], expected: GuestNames) throws {
        #expect(GuestNames(for: try tags.map { try LanguageTag($0) }) == expected)
    }

    @Test("a secret is 43 characters of base64url that somebody drew")
    func secrets() throws {
        let good = "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"
        #expect(try GuestSecret(good).text == good)
        #expect("\(try GuestSecret(good))" == "(a guest's secret)")
        for bad in [
            "", String(good.dropLast()), good + "A", String(repeating: "A", count: 43), "." + good.dropFirst(),
            "/" + good.dropFirst(), String(repeating: "abcdefghijk", count: 4).prefix(43) + "",
        ] {
            #expect(throws: InvalidIdentifier.self, "\(bad)") { try GuestSecret(bad) }
        }
    }

    @Test("rule 1.11: a guest counts as restricted, but for links to challenges")
    func restrictions() {
        let now = Timestamp(clamping: 1_800_000_000_000)
        let guest = Restrictions(isGuest: true)
        #expect(guest.isMultiplayerGamingRestricted(at: now) && guest.isPersonalizedCommunicationRestricted(at: now))
        #expect(!guest.isUnderage(at: now) && !guest.isRestrictedWithLink(at: now))
        #expect(Restrictions(forbidsStrangers: true, isGuest: true).isRestrictedWithLink(at: now))
        #expect(Restrictions(birthYear: now.year - 5, isGuest: true).isRestrictedWithLink(at: now))
    }
}
