import LaurelDomain
import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("Signing up", .timeLimit(.minutes(15))) struct AccountsSignUpTests {
    @Test("rule 1.1: makes a player who is signed in, with an alias and a display name")
    func signUp() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada Lovelace")
        #expect(ada.player.alias.text == "Ada Lovelace")
        #expect(ada.player.displayName == "Ada Lovelace")
        #expect(try await Authenticate(world.accounts)(ada.token) == ada.session)
        #expect(world.accounts.names.displayName(ada.player.number) == "Ada Lovelace")
        let grace = try await world.signUp("Grace")
        #expect(ada.player.number < grace.player.number)
    }

    @Test(
        "refuses an alias that another player has, however it is written",
        arguments: [("Zoë", "zoë"), ("Zoë", "ZOE\u{308}"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("a.b_c-d", "A.B_C-D")])
    func taken(first: String, second: String) async throws {
        let world = try AccountsWorld()
        try await world.signUp(first)
        await #expect(throws: SignUpError.aliasTaken) { try await world.signUp(second) }
        #expect(world.hasher.hashes == 1)
    }

    @Test("gives an alias to one of many who want it at the same moment")
    func race() async throws {
        let world = try AccountsWorld()
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        try await world.signUp("Ada")
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
    }

    @Test("keeps out everybody when it is closed")
    func closed() async throws {
        let world = try AccountsWorld(policy: .closed)
        await #expect(throws: SignUpError.closed) { try await world.signUp() }
    }

    @Test("asks for an invitation, which lets one player in, once")
    func invitation() async throws {
        let world = try AccountsWorld(policy: .invitation)
        await #expect(throws: SignUpError.invitationRequired) { try await world.signUp("Ada") }
        await #expect(throws: SignUpError.invitationRefused) { try await world.signUp("Ada", invitation: "x") }
        let invitation = try await Invite(world.accounts)(by: .operator)
        let typed = invitation.code.lowercased().replacing("-", with: " ")
        try await world.signUp("Ada", invitation: typed)
        await #expect(throws: SignUpError.invitationRefused) {
            try await world.signUp("Grace", invitation: invitation.code)
        }
    }

    @Test("does not spend an invitation on an alias that is taken")
    func invitationKept() async throws {
        let world = try AccountsWorld(policy: .invitation)
        try await world.signUp("Ada", invitation: try await Invite(world.accounts)(by: .operator).code)
        let second = try await Invite(world.accounts)(by: .operator)
        await #expect(throws: SignUpError.aliasTaken) { try await world.signUp("ada", invitation: second.code) }
        try await world.signUp("Grace", invitation: second.code)
    }

    @Test("lets nobody in by an invitation that has expired")
    func expired() async throws {
        let world = try AccountsWorld(policy: .invitation)
        let invitation = try await Invite(world.accounts)(by: .operator)
        #expect(invitation.expires == world.time.moment.advanced(by: Invite.lifetime))
        world.time.set(invitation.expires)
        await #expect(throws: SignUpError.invitationRefused) {
            try await world.signUp("Ada", invitation: invitation.code)
        }
    }

    @Test("has a limit by address and in all, and says how long to wait")
    func limits() async throws {
        var limits = AttemptLimits()
        limits.signUpAddress = AttemptRate(burst: 2, interval: .seconds(30))
        limits.signUpTotal = AttemptRate(burst: 3, interval: .seconds(10))
        limits.spare = AttemptRate(burst: 1, interval: .minutes(10))
        let world = try AccountsWorld(limits: limits)
        try await world.signUp("one")
        try await world.signUp("two")
        await #expect(throws: SignUpError.tooManyAttempts(retryAfter: .seconds(30))) { try await world.signUp("tri") }
        let elsewhere = try world.arrival(address: ClientAddress("192.0.2.2"))
        try await world.signUp("three", arrival: elsewhere)
        await #expect(throws: SignUpError.tooManyAttempts(retryAfter: .seconds(10))) {
            try await world.signUp("four", arrival: elsewhere)
        }
        world.time.advance(.seconds(30))
        try await world.signUp("five")
    }

    @Test("keeps nobody out who has asked for little while others use up what all have together")
    func totalUsedUp() async throws {
        var limits = AttemptLimits()
        limits.signUpTotal = AttemptRate(burst: 2, interval: .seconds(10))
        limits.spare = AttemptRate(burst: 1, interval: .minutes(10))
        let world = try AccountsWorld(limits: limits)
        func signUp(_ alias: String, from address: String) async throws {
            try await world.signUp(alias, arrival: try world.arrival(address: ClientAddress(address)))
        }
        // Networks of one site.
        for number in 1...2 { try await signUp("flood \(number)", from: "2001:db8:1:\(number)::1") }
        let refused = SignUpError.tooManyAttempts(retryAfter: .seconds(10))
        await #expect(throws: refused) { try await signUp("flood 3", from: "2001:db8:1:3::1") }
        try await signUp("honest", from: "2001:db8:2:1::1")
        try await signUp("also honest", from: "192.0.2.7")
        await #expect(throws: refused) { try await signUp("too much", from: "192.0.2.7") }
        // The owner of the machine.
        try await world.signUp("the owner", arrival: try world.arrival(address: .local))
    }

    @Test("the limits grow with the other budgets, or are none at all")
    func scaled() async throws {
        var limits = AttemptLimits()
        limits.signUpAddress = AttemptRate(burst: 2, interval: .seconds(30))
        let world = try AccountsWorld(limits: limits.signUps(multipliedBy: 3))
        for alias in ["one", "two", "three", "four", "five", "six"] { try await world.signUp(alias) }
        await #expect(throws: SignUpError.tooManyAttempts(retryAfter: .seconds(10))) {
            try await world.signUp("seven")
        }
        let unlimited = try AccountsWorld(limits: limits.signUps(multipliedBy: nil))
        for alias in ["one", "two", "three", "four", "five", "six"] { try await unlimited.signUp(alias) }
        #expect(AttemptLimits().signUps(multipliedBy: .max).signUpTotal?.interval.milliseconds == 1)
    }

    @Test("a wall clock that is set back lengthens no wait")
    func setBack() async throws {
        var limits = AttemptLimits()
        limits.signUpAddress = AttemptRate(burst: 1, interval: .seconds(30))
        var world = try AccountsWorld(limits: limits)
        let steady = ManualTime(5_000)
        world.accounts.steady = steady.clock
        try await world.signUp("one")
        world.time.advance(-.hours(1))
        await #expect(throws: SignUpError.tooManyAttempts(retryAfter: .seconds(30))) { try await world.signUp("two") }
        steady.advance(.seconds(30))
        try await world.signUp("two")
    }

    @Test("says that it is busy, and changes nothing, when passwords wait already")
    func busy() async throws {
        let world = try AccountsWorld()
        world.hasher.setBusy(true)
        await #expect(throws: SignUpError.busy) { try await world.signUp("Ada") }
        world.hasher.setBusy(false)
        try await world.signUp("Ada")
    }
}

@Suite("Aliases and passwords") struct AccountsInputTests {
    @Test(
        "takes names in any script",
        arguments: ["Ada", "Ada Lovelace", "李小龙", "Ярослав", "सत्यम", "สมชาย", "محمد", "a-b_c.9"])
    func names(text: String) throws { #expect(try Alias(text).text == text) }

    @Test(
        "names the rule an alias breaks",
        arguments: [
            ("", Alias.Invalid.tooShort), ("ab", .tooShort), ("李龙", .tooShort),
            (String(repeating: "a", count: 21), .tooLong), (String(repeating: "a", count: 300), .tooLong),
            (" abc", .spaceAtEnd), ("abc ", .spaceAtEnd), ("a  b", .character(" ")), ("a\tb", .character("\t")),
            ("abc\u{200B}", .character("\u{200B}")), ("abc\u{200D}d", .character("\u{200D}")),
            ("abc\u{202E}d", .character("\u{202E}")), ("abc\u{3164}", .character("\u{3164}")),
            ("abc\u{FE0F}", .character("\u{FE0F}")), ("abc\u{0}", .character("\0")), ("a@b", .character("@")),
            ("a/b", .character("/")), ("a<b", .character("<")), ("abc🙂", .character("🙂")),
            ("\u{301}abc", .character("\u{301}")), ("a\u{A0}bc", .character("\u{A0}")),
            ("abcx\u{301}\u{302}\u{303}\u{304}", .pile("\u{304}")),
        ])
    func refusals(text: String, expected: Alias.Invalid) {
        #expect(throws: expected) { try Alias(text) }
    }

    @Test(
        "counts characters on both sides of the limits",
        arguments: ["abc", String(repeating: "é", count: 20)])
    func limits(text: String) throws { #expect(try Alias(text).text == text) }

    @Test("takes passwords of 8 to 128 characters of any kind, as typed")
    func passwords() throws {
        for text in ["xk7 #Q9p", String(repeating: "xk7 #Q9p", count: 16), "  spaces kept  ", "密码很长很安全的"] {
            #expect(try Password(text, alias: "Ada").text == text)
        }
        #expect(throws: Password.Invalid.tooShort) { try Password("xk7 #Q9", alias: "Ada") }
        #expect(throws: Password.Invalid.tooLong) {
            try Password(String(repeating: "xk7 #Q9p", count: 16) + "x", alias: "Ada")
        }
        let family = String(repeating: "👨‍👩‍👧‍👦", count: 128)
        #expect(throws: Password.Invalid.tooLong) { try Password(family, alias: "Ada") }
    }

    @Test(
        "refuses what a guesser tries first",
        arguments: [
            "password", "Password1", "P@ssw0rd", "passw0rd123!", "12345678", "123456789", "1234567890", "87654321",
            "qwertyuiop", "qwerty123", "asdfghjkl", "1qaz2wsx", "1q2w3e4r", "aaaaaaaa", "abcabcabc", "11111111",
            "iloveyou", "iloveyou2", "sunshine1", "princess", "football1", "baseball", "letmein123", "welcome1",
            "admin123", "changeme", "superman", "trustno1", "starwars", "whatever1", "12341234", "dragon99",
            "monkey123", "password password", "summer2026", "January2026!", "laurel2026", "abcdefgh", "zxcvbnm1",
            "lovelace-1", "LOVELACE99",
        ])
    func common(text: String) {
        #expect(throws: Password.Invalid.common) { try Password(text, alias: "Lovelace") }
    }

    @Test(
        "lets a good one through",
        arguments: [
            "correct horse battery staple", "tr0ub4dor&3-kx", "gS7#kq!x", "my dragon eats tulips", "ein langer satz",
        ])
    func good(text: String) throws { _ = try Password(text, alias: "Lovelace") }

    @Test("does not show a password in a log")
    func description() throws {
        let password = try Password("xk7 #Q9p", alias: "Ada")
        #expect(!"\(password)".contains("xk7"))
    }
}
