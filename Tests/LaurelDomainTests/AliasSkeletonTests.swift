import LaurelDomain
import Testing

@Suite("Looks of aliases") struct AliasSkeletonTests {
    @Test(
        "aliases that look alike have one skeleton",
        arguments: [
            ("paypal", "раураӏ"), ("PayPal", "ｐａｙｐａｌ"), ("file", "ﬁle"), ("miss", "miſs"), ("Bob", "ВоЬ"),
            ("scope", "ѕсоре"), ("HOPE", "НОРЕ"), ("Nick", "Νick"), ("alpha", "αlphα"), ("PIXEL", "ΡΙΧΕL"),
            ("player1", "playerl"), ("p1ayer", "player"), ("zero0", "zeroO"), ("illi", "1ll1"), ("Ada", "ADA"),
            ("zoë", "zoe\u{308}"), ("á1a", "ά1a"), ("strasse", "straße"), ("𝐀𝐝𝐚", "Ada"), ("kelvin", "\u{212A}elvin"),
            ("paypal", "pⲁypal"), ("paypal", "ꓑꓮꓬꓑꓮꓡ"), ("Bobby", "8obby"), ("Sarah", "5arah"), ("PAYPAL", "ᴘᴀʏᴘᴀʟ"),
            ("modern", "modem"), ("Mike", "ⲙike"), ("paypal", "ⲣⲁⲩⲣⲁⳑ"), ("hello", "һеӏӏо"), ("bob", "ꮟoꮟ"),
            ("Vera", "Ꮩera"), ("𝟏𝟎𝟏", "lOl"), ("boss", "ＢＯＳＳ"), ("zero８", "zerob"),
        ])
    func alike(one: String, other: String) {
        #expect(AliasSkeleton.of(one) == AliasSkeleton.of(other), "\(AliasSkeleton.of(one)) \(AliasSkeleton.of(other))")
    }

    @Test(
        "aliases that differ to the eye keep different skeletons",
        arguments: [
            ("ada", "eda"), ("zoe", "zoë"), ("jungle-jim", "jungle_jim"), ("李小龙", "李小狼"), ("аня", "оля"),
            ("bar", "bam"), ("дима", "рома"), ("김민준", "김민수"), ("สมชาย", "สมศรี"), ("अमित", "अमिता"),
            ("محمد", "محمود"), ("דוד", "דנה"), ("Ελένη", "Ειρήνη"), ("ゆき", "ゆみ"), ("Νίκος", "Νίκη"),
            ("Nguyên", "Nguyễn"),
            ("ကျော်", "ကျွန်"), ("Арам", "Арап"), ("6abc", "babc"),
        ])
    func different(one: String, other: String) {
        #expect(AliasSkeleton.of(one) != AliasSkeleton.of(other))
    }

    @Test(
        "a skeleton is its own skeleton",
        arguments: ["раураӏ", "ﬁle", "ΡΙΧΕL", "zoë", "İstanbul", "ǅ", "straße", "βήτα"])
    func stable(text: String) {
        let skeleton = AliasSkeleton.of(text)
        #expect(AliasSkeleton.of(skeleton) == skeleton)
    }

    @Test("an alias has a letter or a digit", arguments: ["...", "_-_", "---", "-.-"])
    func signs(text: String) {
        #expect(throws: Alias.Invalid.onlySigns) { try Alias(text) }
    }

    @Test(
        "names of the service are reserved, however they are written",
        arguments: ["Admin", "аdmin", "LAUREL", "1aurel", "ＳＹＳＴＥＭ", "Support", "m0derat0r", "Game Center"])
    func reserved(text: String) throws {
        #expect(try Alias(text).isReserved)
    }

    @Test("names that contain one are not", arguments: ["admin2", "laurels", "Badminton", "rooted"])
    func free(text: String) throws {
        #expect(try !Alias(text).isReserved)
    }
}

@Suite("Restrictions") struct RestrictionTests {
    /// 2026-11-21.
    private let now = Timestamp(clamping: 1_795_262_400_000)

    @Test(
        "rule 1.1: a player is underage while he may be under thirteen",
        arguments: [(2026, true), (2014, true), (2013, true), (2012, false), (1990, false)])
    func age(year: Int, isUnderage: Bool) {
        #expect(Restrictions(birthYear: year).isUnderage(at: now) == isUnderage)
    }

    @Test("rule 1.1: a child is restricted until a guardian says otherwise")
    func child() {
        var child = Restrictions(birthYear: 2020)
        #expect(child.isMultiplayerGamingRestricted(at: now) && child.isPersonalizedCommunicationRestricted(at: now))
        child.hasGuardian = true
        #expect(!child.isMultiplayerGamingRestricted(at: now) && !child.isPersonalizedCommunicationRestricted(at: now))
        child.forbidsMessages = true
        #expect(!child.isMultiplayerGamingRestricted(at: now) && child.isPersonalizedCommunicationRestricted(at: now))
    }

    @Test("a child cannot make himself older; anybody may restrict himself")
    func permits() {
        let child = Restrictions(birthYear: 2020)
        #expect(!child.permits(Restrictions(birthYear: 1990), at: now))
        #expect(!child.permits(Restrictions(), at: now))
        #expect(child.permits(Restrictions(birthYear: 2020, forbidsStrangers: true), at: now))
        #expect(Restrictions().permits(child, at: now))
    }

    @Test(
        "the year of a moment is that of its date in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", 1970), ("1999-12-31T23:59:59.999Z", 1999), ("2000-01-01T00:00:00Z", 2000),
            ("2000-02-29T12:00:00Z", 2000), ("2024-12-31T23:59:59Z", 2024), ("2025-01-01T00:00:00Z", 2025),
            ("2025-03-01T00:00:00Z", 2025),
        ])
    func years(text: String, year: Int) throws {
        #expect(try #require(Timestamp(rfc3339: text)).year == year)
    }
}
