import LaurelDomain
import LaurelStorage
import LaurelTestStores
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Mail", .timeLimit(.minutes(15))) struct MailTests {
    private static let password = "analytical engine"

    private struct World {
        var accounts: AccountsWorld
        let directory: any MailDirectory

        init(isOn: Bool = true, limits: AttemptLimits = AttemptLimits()) throws {
            let directory = try TestStores.directory()
            var accounts = AccountsWorld(directory: directory, limits: limits)
            accounts.accounts.mailing = Mailing(directory, isOn: isOn)
            accounts.accounts.outbox = Outbox()
            self.accounts = accounts
            self.directory = directory
        }

        /// What waits, handed over, each with a link of this secret if its kind has one.
        func send(_ token: String? = nil) async throws -> [Mail] {
            let now = accounts.time.moment
            let mails = try await directory.takeMails(due: now, limit: 100, total: 1_000)
            for mail in mails {
                if let token, mail.kind.linkLifetime != nil {
                    _ = try await directory.addMailLink(accounts.accounts.digest(token), to: mail.id)
                }
                try await directory.finishMail(mail.id, at: now)
            }
            return mails
        }

        func confirmed(_ alias: String, _ address: String) async throws -> SignedUp {
            let player = try await accounts.signUp(
                alias, MailTests.password, arrival: accounts.arrival(device: "phone"))
            _ = try await ChangeMailAddress(accounts.accounts)(
                to: try MailAddress(address), .english, of: player.player.number)
            _ = try await send("link of \(alias)")
            _ = try await ConfirmMailAddress(accounts.accounts)(
                token: "link of \(alias)", address: AccountsWorld.address)
            return player
        }

        /// As the task does that runs beside the answers: what was asked for until now is queued.
        func queue() async throws {
            guard let requests = accounts.accounts.mailing?.resets else { return }
            // The last one tells that all before it were looked at.
            requests.add(try MailAddress("last@mail.example"))
            for await address in requests.addresses {
                if address.text == "last@mail.example" { return }
                _ = try await directory.askForReset(address, at: accounts.time.moment)
            }
        }
    }

    @Test("rule 1.17: a link confirms the address, and a second look at it is refused")
    func confirmation() async throws {
        let world = try World()
        let ada = try await world.accounts.signUp("Ada", Self.password).player.number
        let change = ChangeMailAddress(world.accounts.accounts)
        #expect(try await change.current(of: ada) == nil)
        let address = try MailAddress("ada@mail.example")
        let asked = try await change(to: address, .simplifiedChinese, of: ada)
        #expect(asked == MailAddressRecord(confirmed: nil, pending: address, language: .simplifiedChinese))
        _ = try await world.send("secret")
        let confirm = ConfirmMailAddress(world.accounts.accounts)
        await #expect(throws: MailLinkError.unknownLink) {
            try await confirm(token: "wrong", address: AccountsWorld.address)
        }
        #expect(try await confirm(token: "secret", address: AccountsWorld.address) == ada)
        await #expect(throws: MailLinkError.unknownLink) {
            try await confirm(token: "secret", address: AccountsWorld.address)
        }
        #expect(try await change.current(of: ada)?.confirmed == address)
        try await change.remove(of: ada)
        #expect(try await change.current(of: ada) == nil)
        try await change.remove(of: ada)
    }

    @Test("rule 1.17: on a server without mail, none is asked for, and the rest works")
    func off() async throws {
        let world = try World(isOn: false)
        let accounts = world.accounts.accounts
        let ada = try await world.accounts.signUp("Ada", Self.password).player.number
        let address = try MailAddress("ada@mail.example")
        await #expect(throws: MailAddressError.off) {
            try await ChangeMailAddress(accounts)(to: address, .english, of: ada)
        }
        #expect(throws: MailLinkError.unknownLink) {
            try AskForReset(accounts)(address, from: AccountsWorld.address)
        }
        #expect(try await ChangeMailAddress(accounts).current(of: ada) == nil)
        #expect(try await world.accounts.signIn("Ada", Self.password).player.number == ada)
        #expect(try await world.send().isEmpty)
    }

    @Test("rules 1.9, 1.17: a link sets the password and ends all sessions, and signs nobody in")
    func reset() async throws {
        let world = try World()
        let accounts = world.accounts.accounts
        let ada = try await world.confirmed("Ada", "ada@mail.example")
        try AskForReset(accounts)(try MailAddress("Ada@Mail.example"), from: AccountsWorld.address)
        try await world.queue()
        #expect(try await world.send("secret").map(\.kind) == [.reset])
        let reset = ResetByMail(accounts)
        await #expect(throws: MailLinkError.unknownLink) {
            try await reset(token: "wrong", newPassword: "difference engine", address: AccountsWorld.address)
        }
        // A password that isn't good enough spends no link.
        for (typed, invalid) in [("short", Password.Invalid.tooShort), ("12345678", .common)] {
            await #expect(throws: MailLinkError.password(invalid)) {
                try await reset(token: "secret", newPassword: typed, address: AccountsWorld.address)
            }
        }
        let player = try await reset(
            token: "secret", newPassword: "difference engine", address: AccountsWorld.address)
        #expect(player == ada.player.number)
        await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(accounts)(ada.token) }
        await #expect(throws: SignInError.wrongCredentials) {
            try await world.accounts.signIn("Ada", Self.password)
        }
        #expect(try await world.accounts.signIn("Ada", "difference engine").player == ada.player)
        await #expect(throws: MailLinkError.unknownLink) {
            try await reset(token: "secret", newPassword: "third engine of all", address: AccountsWorld.address)
        }
        let told = try await world.send().filter { $0.kind == .accountChange }
        #expect(told.map(\.subject) == [AccountChange.mailReset.rawValue])
    }

    @Test("rule 1.17: who asks for a reset is answered before anybody looks whether a player has the address")
    func sameAnswer() async throws {
        let world = try World()
        let accounts = world.accounts.accounts
        _ = try await world.confirmed("Ada", "ada@mail.example")
        for text in ["ada@mail.example", "nobody@mail.example"] {
            // It can't wait for a store: it doesn't even suspend.
            try AskForReset(accounts)(try MailAddress(text), from: AccountsWorld.address)
        }
        #expect(try await world.directory.nextMail() == nil)
        try await world.queue()
        #expect(try await world.send("secret").map(\.address.text) == ["ada@mail.example"])
    }

    @Test("rule 1.17: asking for resets and guessing at links are limited as other guesses are")
    func limited() async throws {
        var limits = AttemptLimits()
        limits.address = AttemptRate(burst: 2, interval: .minutes(1))
        let world = try World(limits: limits)
        let accounts = world.accounts.accounts
        let address = try MailAddress("nobody@mail.example")
        for _ in 0..<2 { try AskForReset(accounts)(address, from: AccountsWorld.address) }
        #expect(throws: MailLinkError.tooManyAttempts(retryAfter: .minutes(1))) {
            try AskForReset(accounts)(address, from: AccountsWorld.address)
        }
        await #expect(throws: MailLinkError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await ConfirmMailAddress(accounts)(token: "guess", address: AccountsWorld.address)
        }
        await #expect(throws: MailLinkError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await ResetByMail(accounts)(
                token: "guess", newPassword: "difference engine", address: AccountsWorld.address)
        }
        try AskForReset(accounts)(address, from: ClientAddress("192.0.2.9"))
    }

    @Test("rule 1.17: too many mails to an address within the hour are refused with the time to wait")
    func caps() async throws {
        let world = try World()
        let ada = try await world.accounts.signUp("Ada", Self.password).player.number
        let change = ChangeMailAddress(world.accounts.accounts)
        let address = try MailAddress("ada@mail.example")
        for _ in 0..<MailLimits.askedPerAddress { _ = try await change(to: address, .english, of: ada) }
        await #expect(throws: MailAddressError.tooManyMails(retryAfter: .hours(1))) {
            try await change(to: address, .english, of: ada)
        }
    }

    @Test("a sign-in from a device that the player did not use before is told by mail, and no other")
    func signIn() async throws {
        let world = try World()
        _ = try await world.confirmed("Ada", "ada@mail.example")
        func signIn(_ device: String?, _ address: String) async throws -> [String] {
            try await world.accounts.signIn(
                "Ada", Self.password,
                arrival: try world.accounts.arrival(device: device, address: ClientAddress(address)))
            return try await world.send().map { "\($0.kind) \($0.subject)" }
        }
        #expect(try await signIn("phone", "192.0.2.7") == [])
        #expect(try await signIn("tablet", "192.0.2.1") == ["signIn tablet"])
        #expect(try await signIn("tablet", "192.0.2.8") == [])
        // A device without a name is known by its address.
        #expect(try await signIn(nil, "192.0.2.8") == [])
        #expect(try await signIn(nil, "192.0.2.9") == ["signIn "])
        #expect(try await signIn(nil, "192.0.2.9") == [])
        await #expect(throws: SignInError.wrongCredentials) {
            try await world.accounts.signIn(
                "Ada", "a wrong guess", arrival: try world.accounts.arrival(device: "other"))
        }
        #expect(try await world.send().isEmpty)
    }

    @Test("a changed password and a renewal of recovery codes are told by mail")
    func changes() async throws {
        let world = try World()
        let accounts = world.accounts.accounts
        let ada = try await world.confirmed("Ada", "ada@mail.example")
        _ = try await RenewRecoveryCodes(accounts)(password: Self.password, of: ada.player.number)
        try await ChangePassword(accounts)(
            from: Self.password, to: try Password("difference engine", alias: "Ada"), in: ada.session)
        let told = try await world.send()
        #expect(told.map(\.kind) == [.accountChange, .accountChange])
        #expect(
            told.map(\.subject) == [AccountChange.recoveryCodes.rawValue, AccountChange.password.rawValue])
        #expect(told.allSatisfy { $0.address.text == "ada@mail.example" && $0.alias == "Ada" })
    }
}
