import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelService

/// The operator's list of stolen passwords, wherever a player chooses one.
@Suite("Stolen passwords", .timeLimit(.minutes(15))) struct NewPasswordTests {
    private func world(_ verdict: @escaping @Sendable (String) -> BreachVerdict) throws -> AccountsWorld {
        var world = try AccountsWorld()
        world.accounts.breachedPasswords = BreachedPasswords { verdict($0) }
        return world
    }

    private static func list(_ text: String) -> BreachVerdict { text == "stolen elsewhere" ? .listed : .unlisted }

    @Test("a listed password is refused at sign-up, change and recovery, and nothing has changed")
    func refused() async throws {
        let world = try world(Self.list)
        await #expect(throws: SignUpError.breachedPassword) { try await world.signUp("Ada", "stolen elsewhere") }
        let ada = try await world.signUp("Ada")
        let stolen = try Password("stolen elsewhere", alias: "Ada")
        await #expect(throws: OwnSecretsError.breachedPassword) {
            try await ChangePassword(world.accounts)(from: "analytical engine", to: stolen, in: ada.session)
        }
        await #expect(throws: RecoverError.breachedPassword) {
            try await Recover(world.accounts)(
                alias: "Ada", code: ada.recoveryCodes[0], newPassword: stolen, address: AccountsWorld.address)
        }
        try await world.signIn("Ada")
        // The code is not spent.
        try await Recover(world.accounts)(
            alias: "Ada", code: ada.recoveryCodes[0], newPassword: try Password("difference engine", alias: "Ada"),
            address: AccountsWorld.address)
        try await world.signIn("Ada", "difference engine")
    }

    @Test("a list that can't be read refuses, with its reason for the log, and a busy one says so")
    func broken() async throws {
        let broken = try world { _ in .broken(reason: "gone") }
        await #expect(throws: SignUpError.broken(reason: "breached passwords: gone")) { try await broken.signUp("Ada") }
        let busy = try world { _ in .busy }
        await #expect(throws: SignUpError.busy) { try await busy.signUp("Ada") }
    }

    @Test("a player with a name or a text of earlier rules keeps it, signs in with it, and can be found by it")
    func older() async throws {
        let world = try AccountsWorld()
        let pile = "Ze\u{301}\u{302}\u{303}\u{304}d"
        let player = try await SignUp(world.accounts)(
            alias: try Alias(known: pile), password: try Password("analytical engine", alias: pile),
            arrival: try world.arrival()
        ).player.number
        _ = try await world.directory.updateProfile(of: player, alias: nil) { record in
            record.profile.status = pile
            return true
        }
        #expect(try await world.signIn(pile).player.number == player)
        var change = ProfileChange()
        change.alias = try Alias(known: pile)
        change.status = .some(pile)
        change.realName = .some("Zed")
        let update = UpdateProfile(world.accounts)
        #expect(try await update(of: player, change).record.profile.realName == "Zed")
        change.status = .some(pile + "!")
        await #expect(throws: ProfileError.invalidStatus(limit: Profile.statusLimit)) {
            try await update(of: player, change)
        }
        change.status = nil
        change.alias = try Alias(known: pile + "2")
        await #expect(throws: ProfileError.invalidAlias(.pile("\u{304}"))) { try await update(of: player, change) }
    }
}
