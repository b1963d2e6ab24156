import LaurelDomain
import LaurelStorage
import Testing

@Suite("Mail contract", .timeLimit(.minutes(15))) struct MailContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func register(_ alias: String, _ number: UInt8, in directory: any Directory) async throws -> PlayerNumber {
        let session = NewSession(
            digest: try digest(number), binding: .firstParty, device: try DeviceName("phone"), created: start,
            hasEmptyQueue: true)
        let made = try await directory.register(
            NewPlayer(
                alias: try Alias(alias), displayName: alias, passwordHash: "hash of \(alias)", recoveryCodes: [],
                created: start, entrance: .open, session: session))
        guard case .registered(let player, _) = made else { throw Surprise() }
        return player.number
    }

    /// What is due, which is done then.
    private func send(
        _ directory: any Directory, at now: Timestamp, link: UInt8? = nil, total: Int = 1_000
    ) async throws -> [Mail] {
        let mails = try await directory.takeMails(due: now, limit: 100, total: total)
        for mail in mails {
            if let link, mail.kind.linkLifetime != nil {
                #expect(try await directory.addMailLink(try digest(link), to: mail.id))
            }
            try await directory.finishMail(mail.id, at: now)
        }
        return mails
    }

    /// A player with a confirmed address.
    private func confirmed(
        _ alias: String, _ number: UInt8, _ address: String, in directory: any Directory
    ) async throws -> PlayerNumber {
        let player = try await register(alias, number, in: directory)
        _ = try await directory.setMailAddress(try MailAddress(address), .english, of: player, at: start)
        _ = try await send(directory, at: start, link: number + 100)
        let outcome = try await directory.confirmMailAddress(try digest(number + 100), at: start)
        #expect(outcome == .confirmed(player))
        return player
    }

    @Test(
        "rule 1.17: an address is its player's once the link was opened, once, within 24 hours",
        arguments: Backend.allCases)
    func confirmation(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", 1, in: directory)
        let address = try MailAddress("Ada@Mail.Example")
        #expect(try await directory.mailAddress(of: ada) == nil)
        #expect(try await directory.setMailAddress(address, .simplifiedChinese, of: ada, at: start) == .asked)
        let pending = MailAddressRecord(confirmed: nil, pending: address, language: .simplifiedChinese)
        #expect(try await directory.mailAddress(of: ada) == pending)
        #expect(try await directory.askForReset(address, at: start) == 0, "not theirs yet")
        let mails = try await send(directory, at: start, link: 7)
        #expect(mails.map(\.kind) == [.confirmation] && mails[0].alias == "Ada" && mails[0].address == address)
        #expect(mails[0].language == .simplifiedChinese && mails[0].expires == start.advanced(by: .hours(24)))
        #expect(try await directory.confirmMailAddress(try digest(8), at: start) == .unknownLink)
        let tooLate = start.advanced(by: .hours(24))
        #expect(try await directory.confirmMailAddress(try digest(7), at: tooLate) == .unknownLink)
        let justInTime = tooLate.advanced(by: .init(milliseconds: -1))
        #expect(try await directory.player(resetLink: try digest(7), at: start) == nil, "it is for something else")
        #expect(try await directory.confirmMailAddress(try digest(7), at: justInTime) == .confirmed(ada))
        #expect(try await directory.confirmMailAddress(try digest(7), at: justInTime) == .unknownLink)
        let confirmed = MailAddressRecord(confirmed: address, pending: nil, language: .simplifiedChinese)
        #expect(try await directory.mailAddress(of: ada) == confirmed)
        let told = try await directory.notices(of: ada).map(\.content.subject)
        #expect(told == [AccountChange.mailAddress.rawValue])
        #expect(try await send(directory, at: justInTime).isEmpty, "there was no old address to tell")
        #expect(try await directory.setMailAddress(address, .english, of: ada, at: justInTime) == .confirmed)
        #expect(try await send(directory, at: justInTime).isEmpty)
    }

    @Test("rule 1.17: another address takes the place of the old one, which is told", arguments: Backend.allCases)
    func replaced(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "old@mail.example", in: directory)
        let new = try MailAddress("new@mail.example")
        #expect(try await directory.setMailAddress(new, .english, of: ada, at: start) == .asked)
        #expect(try await directory.mailAddress(of: ada)?.confirmed?.text == "old@mail.example")
        _ = try await send(directory, at: start, link: 7)
        // Of one that was asked for in between, the link is good no more.
        let other = try MailAddress("other@mail.example")
        #expect(try await directory.setMailAddress(other, .english, of: ada, at: start) == .asked)
        #expect(try await directory.confirmMailAddress(try digest(7), at: start) == .unknownLink)
        _ = try await send(directory, at: start, link: 8)
        #expect(try await directory.confirmMailAddress(try digest(8), at: start) == .confirmed(ada))
        let told = try await send(directory, at: start)
        #expect(told.map(\.address.text) == ["old@mail.example"] && told.map(\.kind) == [.accountChange])
        #expect(told.map(\.subject) == [AccountChange.mailAddress.rawValue])
        #expect(try await directory.removeMailAddress(of: ada, at: start))
        #expect(try await directory.removeMailAddress(of: ada, at: start) == false)
        #expect(try await send(directory, at: start).map(\.address.text) == ["other@mail.example"])
        #expect(try await directory.mailAddress(of: ada) == nil)
    }

    @Test(
        "rules 1.9, 1.17: a link sets the password, once, within 30 minutes, and ends all sessions",
        arguments: Backend.allCases)
    func reset(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "ada@mail.example", in: directory)
        #expect(try await directory.askForReset(try MailAddress("nobody@mail.example"), at: start) == 0)
        #expect(try await directory.askForReset(try MailAddress("ADA@mail.example"), at: start) == 1)
        let mails = try await send(directory, at: start, link: 7)
        #expect(mails.map(\.kind) == [.reset] && mails[0].expires == start.advanced(by: .minutes(30)))
        let link = try digest(7)
        let tooLate = start.advanced(by: .minutes(30))
        #expect(try await directory.player(resetLink: link, at: tooLate) == nil)
        #expect(try await directory.resetPassword(byLink: link, passwordHash: "new", at: tooLate) == nil)
        #expect(try await directory.confirmMailAddress(link, at: start) == .unknownLink, "it is for something else")
        #expect(try await directory.player(resetLink: link, at: start) == ada)
        #expect(try await directory.resetPassword(byLink: link, passwordHash: "new", at: start) == ada)
        #expect(try await directory.resetPassword(byLink: link, passwordHash: "again", at: start) == nil)
        #expect(try await directory.credentials(of: ada)?.passwordHash == "new")
        #expect(try await directory.session(try digest(1)) == nil)
        #expect(try await send(directory, at: start).map(\.subject) == [AccountChange.mailReset.rawValue])
    }

    @Test(
        "rule 1.17: a new password, and the end of the address, end the links that set one",
        arguments: Backend.allCases)
    func outdated(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "ada@mail.example", in: directory)
        let address = try MailAddress("ada@mail.example")
        #expect(try await directory.askForReset(address, at: start) == 1)
        _ = try await send(directory, at: start, link: 7)
        let record = try #require(try await directory.session(try digest(1)))
        let credentials = try #require(try await directory.credentials(of: ada))
        #expect(try await directory.changePassword(credentials, to: "new", keeping: record.id, at: start))
        #expect(try await directory.player(resetLink: try digest(7), at: start) == nil)
        let later = start.advanced(by: .hours(2))
        #expect(try await directory.askForReset(address, at: later) == 1)
        _ = try await send(directory, at: later, link: 8)
        #expect(try await directory.player(resetLink: try digest(8), at: later) == ada)
        _ = try await directory.removeMailAddress(of: ada, at: later)
        #expect(try await directory.player(resetLink: try digest(8), at: later) == nil)
        // What waits for an address that is not theirs any more gets no link.
        #expect(try await directory.setMailAddress(address, .english, of: ada, at: later) == .asked)
        let waiting = try #require(
            try await directory.takeMails(due: later, limit: 9, total: 100).first { $0.kind == .confirmation })
        _ = try await directory.removeMailAddress(of: ada, at: later)
        #expect(try await directory.addMailLink(try digest(9), to: waiting.id) == false)
    }

    @Test(
        "rule 1.17: at most 3 mails an hour go to an address, of which 2 were asked for",
        arguments: Backend.allCases)
    func caps(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", 1, in: directory)
        let address = try MailAddress("ada@mail.example")
        for spelling in ["ada@mail.example", "Ada@mail.example"] {
            let asked = try await directory.setMailAddress(try MailAddress(spelling), .english, of: ada, at: start)
            #expect(asked == .asked)
        }
        #expect(try await directory.setMailAddress(address, .english, of: ada, at: start) == .tooMany)
        let ben = try await register("Ben", 2, in: directory)
        #expect(try await directory.setMailAddress(address, .english, of: ben, at: start) == .tooMany)
        #expect(try await directory.mailAddress(of: ben) == nil)
        let last = start.advanced(by: .init(milliseconds: 3_599_999))
        #expect(try await directory.setMailAddress(address, .english, of: ada, at: last) == .tooMany)
        _ = try await send(directory, at: last)
        let later = start.advanced(by: .hours(1))
        #expect(try await directory.setMailAddress(address, .english, of: ada, at: later) == .asked)
        _ = try await send(directory, at: later, link: 7)
        #expect(try await directory.confirmMailAddress(try digest(7), at: later) == .confirmed(ada))
        #expect(try await directory.askForReset(address, at: later) == 1)
        #expect(try await directory.askForReset(address, at: later) == 0)
        // There is room for a notice; a second one is too many.
        for count in [1, 0] {
            let record = try #require(try await directory.session(try digest(1)))
            let credentials = try #require(try await directory.credentials(of: ada))
            _ = try await directory.changePassword(credentials, to: "\(count)", keeping: record.id, at: later)
            #expect(try await send(directory, at: later).filter { $0.kind == .accountChange }.count == count)
        }
        // One player can't have mail sent to many.
        for number in 0..<MailLimits.confirmationsPerPlayer {
            let asked = try await directory.setMailAddress(
                try MailAddress("a\(number)@mail.example"), .english, of: ben, at: later)
            #expect(asked == .asked)
        }
        let many = try await directory.setMailAddress(
            try MailAddress("more@mail.example"), .english, of: ben, at: later)
        #expect(many == .tooMany)
    }

    @Test("rule 1.17: an hour's total is not exceeded; what is too many waits", arguments: Backend.allCases)
    func total(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        for number in 1...4 as ClosedRange<UInt8> {
            let player = try await register("Player \(number)", number, in: directory)
            _ = try await directory.setMailAddress(
                try MailAddress("a\(number)@mail.example"), .english, of: player, at: start)
        }
        let first = try await directory.takeMails(due: start, limit: 2, total: 3)
        #expect(first.count == 2)
        try await directory.finishMail(first[0].id, at: start)
        // One is under way, one was sent.
        #expect(try await directory.takeMails(due: start, limit: 9, total: 3).count == 1)
        #expect(try await directory.takeMails(due: start, limit: 9, total: 3).isEmpty)
        try await directory.finishMail(first[1].id, at: start)
        let later = start.advanced(by: .hours(1))
        #expect(try await directory.takeMails(due: later, limit: 9, total: 3).count == 1)
    }

    @Test("a mail that failed is due later; what a process left under way is due again", arguments: Backend.allCases)
    func queue(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", 1, in: directory)
        #expect(try await directory.nextMail() == nil)
        _ = try await directory.setMailAddress(try MailAddress("ada@mail.example"), .english, of: ada, at: start)
        #expect(try await directory.nextMail() == start)
        let mail = try #require(try await directory.takeMails(due: start, limit: 9, total: 9).first)
        #expect(try await directory.nextMail() == nil)
        let later = start.advanced(by: .seconds(15))
        try await directory.postponeMail(mail.id, to: later, attempts: 1)
        #expect(try await directory.nextMail() == later)
        #expect(try await directory.takeMails(due: start, limit: 9, total: 9).isEmpty)
        #expect(try await directory.takeMails(due: later, limit: 9, total: 9).map(\.attempts) == [1])
        try await directory.recoverMails()
        #expect(try await directory.takeMails(due: later, limit: 9, total: 9).map(\.id) == [mail.id])
        // Both links may have arrived.
        for number in [7, 8] as [UInt8] { #expect(try await directory.addMailLink(try digest(number), to: mail.id)) }
        try await directory.finishMail(mail.id, at: later)
        try await directory.recoverMails()
        #expect(try await directory.nextMail() == nil)
        #expect(try await directory.confirmMailAddress(try digest(7), at: later) == .confirmed(ada))
        #expect(try await directory.confirmMailAddress(try digest(8), at: later) == .unknownLink)
    }

    @Test("rule 1.17: an address that was never confirmed goes, with its mails and links", arguments: Backend.allCases)
    func tidied(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "ada@mail.example", in: directory)
        let ben = try await register("Ben", 2, in: directory)
        for (player, name) in [(ada, "new"), (ben, "ben")] {
            _ = try await directory.setMailAddress(
                try MailAddress("\(name)@mail.example"), .english, of: player, at: start)
        }
        let soon = start.advanced(by: .hours(24))
        try await directory.tidyMail(at: soon, limit: 100)
        #expect(try await directory.mailAddress(of: ben)?.pending != nil)
        try await directory.tidyMail(at: soon.advanced(by: .seconds(1)), limit: 100)
        #expect(try await directory.mailAddress(of: ben) == nil)
        let left = try await directory.mailAddress(of: ada)
        #expect(left?.pending == nil && left?.confirmed?.text == "ada@mail.example")
        #expect(try await directory.nextMail() == start, "for who may send them still")
        try await directory.tidyMail(at: start.advanced(by: .days(4)), limit: 100)
        #expect(try await directory.nextMail() == nil)
    }

    @Test("rule 1.17: three players share an address at most, and each gets a link", arguments: Backend.allCases)
    func shared(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let address = try MailAddress("family@mail.example")
        var now = start
        for number in 1...4 as ClosedRange<UInt8> {
            now = now.advanced(by: .hours(2))
            let player = try await register("Player \(number)", number, in: directory)
            #expect(try await directory.setMailAddress(address, .english, of: player, at: now) == .asked)
            _ = try await send(directory, at: now, link: number + 100)
            let outcome = try await directory.confirmMailAddress(try digest(number + 100), at: now)
            #expect(outcome == (number < 4 ? .confirmed(player) : .taken))
        }
        now = now.advanced(by: .hours(2))
        #expect(try await directory.askForReset(address, at: now) == MailLimits.askedPerAddress)
        let mails = try await directory.takeMails(due: now, limit: 9, total: 100)
        #expect(mails.map(\.alias) == ["Player 1", "Player 2"])
    }

    @Test(
        "a device that its player did not use before is told of, to who has an address",
        arguments: Backend.allCases)
    func signIn(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "ada@mail.example", in: directory)
        let ben = try await register("Ben", 2, in: directory)
        for (player, alias, number) in [(ada, "Ada", 3), (ben, "Ben", 4), (ada, "Ada", 5)]
            as [(PlayerNumber, String, UInt8)]
        {
            let session = NewSession(
                digest: try digest(number), binding: .firstParty, device: try DeviceName("tablet"), created: start,
                hasEmptyQueue: true, isOfUnknownDevice: number != 5)
            let credentials = Credentials(player: player, passwordHash: "hash of \(alias)")
            _ = try #require(try await directory.addSession(session, for: credentials))
        }
        let mails = try await send(directory, at: start)
        #expect(mails.map(\.kind) == [.signIn] && mails.map(\.alias) == ["Ada"] && mails[0].subject == "tablet")
    }

    @Test("rule 1.16: an erasure takes address, links and mails along", arguments: Backend.allCases)
    func erased(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await confirmed("Ada", 1, "ada@mail.example", in: directory)
        let address = try MailAddress("ada@mail.example")
        #expect(try await directory.askForReset(address, at: start) == 1)
        let mail = try #require(try await directory.takeMails(due: start, limit: 9, total: 100).first)
        #expect(try await directory.addMailLink(try digest(7), to: mail.id))
        try await directory.postponeMail(mail.id, to: start, attempts: 1)
        _ = try #require(try await directory.beginErasure(of: ada, receipt: "R", at: start))
        #expect(try await directory.mailAddress(of: ada) == nil)
        #expect(try await directory.nextMail() == nil)
        #expect(try await directory.player(resetLink: try digest(7), at: start) == nil)
        #expect(try await directory.askForReset(address, at: start) == 0)
        #expect(try await directory.addMailLink(try digest(8), to: mail.id) == false)
        // The address may be used anew.
        _ = try await confirmed("Ben", 2, "ada@mail.example", in: directory)
    }

    @Test("who has no password gets no address", arguments: Backend.allCases)
    func guests(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let session = NewSession(
            digest: try digest(2), binding: .firstParty, device: nil, created: start, hasEmptyQueue: true)
        let made = try await directory.register(
            NewGuest(alias: try Alias("Amber Heron"), secret: try digest(1), app: nil, session: session))
        guard case .registered(let guest, _) = made else { throw Surprise() }
        let outcome = try await directory.setMailAddress(
            try MailAddress("a@mail.example"), .english, of: guest.number, at: start)
        #expect(outcome == .noAccount)
    }
}
