import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Testing

@testable import LaurelService

@Suite("Teams whose members go", .timeLimit(.minutes(15))) struct TeamsTests {
    /// A team with an owner and an admin.
    private struct Fixture: Sendable {
        let directory: SQLiteDirectory
        let teams: Teams
        let team: TeamNumber
        let owner: Administrator
        let admin: Administrator

        init() async throws {
            directory = try TestStores.directory()
            let world = AccountsWorld(directory: directory)
            teams = try await Teams(world.accounts, directory: directory, policy: .open)
            owner = try #require(Administrator(developing: try await world.signUp("Ada").session))
            admin = try #require(Administrator(developing: try await world.signUp("Zoe").session))
            team = try await FoundTeam(teams)(name: "Vines", owner: nil, code: nil, by: owner).number
            let invited = try await InviteMember(teams)(as: .admin, alias: nil, to: team, by: owner)
            _ = try await JoinTeam(teams)(.code(invited.code), by: admin)
        }

        /// Asks for a change by the admin while his removal is under way: both wait for their turn, the removal first.
        func afterRemoval(_ change: @escaping @Sendable () async throws -> Void) async throws {
            let removed = try #require(admin.player)
            let (opening, opened) = AsyncStream<Void>.makeStream()
            let (entry, entered) = AsyncStream<Void>.makeStream()
            let gate = teams.gate
            let holder = Task {
                await gate.run {
                    entered.finish()
                    for await _ in opening {}
                }
            }
            for await _ in entry {}
            let removal = Task { try await RemoveMember(teams)(removed, of: team, by: owner) }
            while gate.waiting < 1 {
                try Task.checkCancellation()
                await Task.yield()
            }
            let late = Task { try await change() }
            while gate.waiting < 2 {
                try Task.checkCancellation()
                await Task.yield()
            }
            opened.finish()
            await holder.value
            try await removal.value
            try await late.value
        }
    }

    @Test("rule 3.1: who is removed while he waits for a key gets none")
    func lateKey() async throws {
        let fixture = try await Fixture()
        await #expect(throws: TeamError.notAllowed(.manageKeys)) {
            try await fixture.afterRemoval {
                _ = try await MakeKey(fixture.teams)(
                    name: "CI", role: .admin, days: 30, of: fixture.team, by: fixture.admin)
            }
        }
        #expect(fixture.teams.roster.keys(of: fixture.team).isEmpty)
        #expect(try await fixture.directory.teamRecords().keys.isEmpty)
    }

    @Test("rule 3.1: who is removed while he waits for an invitation gets none", arguments: [TeamRole.admin, .viewer])
    func lateInvitation(role: TeamRole) async throws {
        let fixture = try await Fixture()
        await #expect(throws: TeamError.notAllowed(.manageMembers)) {
            try await fixture.afterRemoval {
                _ = try await InviteMember(fixture.teams)(as: role, alias: nil, to: fixture.team, by: fixture.admin)
            }
        }
        #expect(try await ListTeamInvitations(fixture.teams)(.team(fixture.team)).isEmpty)
    }

    @Test("a team's only owner is not erased while the team has another member, or could be deleted")
    func soleOwner() async throws {
        let fixture = try await Fixture()
        let (owner, admin) = (try #require(fixture.owner.player), try #require(fixture.admin.player))
        func leave() async throws(EraseError) {
            try await fixture.teams.leaving(owner) { () throws(EraseError) in }
        }
        await #expect(throws: EraseError.soleOwner(of: ["Vines"])) { try await leave() }
        try await RemoveMember(fixture.teams)(admin, of: fixture.team, by: fixture.owner)
        // The server's first team cannot be deleted, another one can.
        let other = try await FoundTeam(fixture.teams)(name: "Ropes", owner: nil, code: nil, by: fixture.owner).number
        await #expect(throws: EraseError.soleOwner(of: ["Ropes"])) { try await leave() }
        #expect(fixture.teams.roster.member(owner, of: fixture.team)?.role == .owner)
        let app = App(
            number: AppNumber(9), team: other, bundleID: try BundleID("com.vines.Swing"), name: "Swing", sku: "")
        fixture.teams.accounts.catalogue.put(app)
        // Nobody to hand it to, and it cannot be deleted: that holds nobody back.
        try await leave()
        #expect(fixture.teams.roster.members(of: fixture.team).isEmpty)
    }

    @Test("a second owner lets the first one go")
    func secondOwner() async throws {
        let fixture = try await Fixture()
        let (owner, admin) = (try #require(fixture.owner.player), try #require(fixture.admin.player))
        _ = try await ChangeRole(fixture.teams)(admin, to: .owner, in: fixture.team, by: fixture.owner)
        try await fixture.teams.leaving(owner) { () throws(EraseError) in }
        #expect(fixture.teams.roster.members(of: fixture.team).map(\.player) == [admin])
    }
}
