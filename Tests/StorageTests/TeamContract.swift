import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Teams, keys, invitations and second factors: every engine keeps them alike.
@Suite("Team contract", .timeLimit(.minutes(15))) struct TeamContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)
    private let ada = PlayerNumber(1)
    private let eve = PlayerNumber(2)

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func entry(_ action: AuditAction) -> NewAuditEntry { NewAuditEntry(action, by: .operator, time: moment) }

    private func found(_ id: String, in directory: any Directory, code: SecretDigest? = nil) async throws -> Team? {
        try await directory.addTeam(
            NewTeam(id: try TeamID(id), name: "Jungle", owner: ada, code: code, created: moment), entry(.teamCreate))
    }

    @Test("keeps teams with their members and roles", arguments: Backend.allCases)
    func members(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let first = try await directory.firstTeam(named: "Team")
        var team = try #require(try await found("AAAAAAAAAA", in: directory))
        #expect(team.number != first)
        let owner = TeamMember(team: team.number, player: ada, role: .owner, joined: moment)
        var second = TeamMember(team: team.number, player: eve, role: .viewer, joined: moment)
        try await directory.putMember(second, entry(.memberJoin))
        second.role = .admin
        try await directory.putMember(second, entry(.memberUpdate))
        team.name = "Canopy"
        team.requiresTwoFactor = true
        try await directory.updateTeam(team, entry(.teamUpdate))
        var records = try await directory.teamRecords()
        #expect(records.teams.map(\.number) == [first, team.number])
        #expect(records.teams.last == team)
        #expect(records.members == [owner, second])
        try await directory.removeMember(eve, of: team.number, entry(.memberRemove))
        records = try await directory.teamRecords()
        #expect(records.members == [owner])
        let log = try await directory.auditEntries(of: .server, before: nil, limit: 9)
        #expect(
            log.map(\.content.action) == [.memberRemove, .teamUpdate, .memberUpdate, .memberJoin, .teamCreate])
        #expect(log.last?.content.team == team.number)
    }

    @Test(
        "a team without apps goes with all that is in it, and its number with it", arguments: Backend.allCases)
    func removed(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let first = try await directory.firstTeam(named: "Team")
        let team = try #require(try await found("AAAAAAAAAA", in: directory)).number
        let later = moment.advanced(by: .days(1))
        let granted = TeamInvitation.Membership(team: team, role: .developer)
        _ = try await directory.addTeamInvitation(
            NewTeamInvitation(
                digest: try digest(1), membership: granted, player: eve, maker: ada, created: moment, expires: later),
            entry(.memberInvite))
        let key = NewDeveloperKey(
            digest: try digest(2), team: team, name: "CI", role: .developer, maker: ada, created: moment, expires: later
        )
        _ = try await directory.addKey(key, entry(.keyCreate))
        let game = NewApp(
            team: first, bundleID: try BundleID("com.example.one"), name: "Game", sku: "", defaultLanguage: .english,
            link: nil)
        _ = try await directory.addApp(game)
        #expect(try await !directory.removeTeam(first, entry(.teamDelete)))
        #expect(try await directory.removeTeam(team, entry(.teamDelete)))
        #expect(try await !directory.removeTeam(team, entry(.teamDelete)))
        let records = try await directory.teamRecords()
        #expect(records.teams.map(\.number) == [first] && records.members.isEmpty && records.keys.isEmpty)
        #expect(try await directory.teamInvitations(of: .player(eve), at: moment).isEmpty)
        #expect(try await directory.teamInvitation(try digest(1), at: moment) == nil)
        let log = try await directory.auditEntries(of: .server, before: nil, limit: 9)
        #expect(log.map(\.content.action) == [.teamDelete, .keyCreate, .memberInvite, .teamCreate])
        let next = try #require(try await found("BBBBBBBBBB", in: directory)).number
        #expect(next.rawValue > team.rawValue)
    }

    @Test("spends an invitation once, within its time, for what it was made", arguments: Backend.allCases)
    func invitations(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let team = try #require(try await found("AAAAAAAAAA", in: directory)).number
        let later = moment.advanced(by: .seconds(1))
        let granted = TeamInvitation.Membership(team: team, role: .developer)
        let open = try await directory.addTeamInvitation(
            NewTeamInvitation(
                digest: try digest(1), membership: granted, player: nil, maker: ada, created: moment, expires: later),
            entry(.memberInvite))
        let named = try await directory.addTeamInvitation(
            NewTeamInvitation(
                digest: try digest(2), membership: granted, player: eve, maker: nil, created: moment, expires: later),
            entry(.memberInvite))
        let founding = NewTeamInvitation(
            digest: try digest(3), membership: nil, player: nil, maker: nil, created: moment, expires: later)
        _ = try await directory.addTeamInvitation(founding, entry(.developerInvite))
        #expect(try await directory.teamInvitations(of: .team(team), at: moment) == [open, named])
        #expect(try await directory.teamInvitations(of: .player(eve), at: moment) == [named])
        #expect(try await directory.teamInvitations(of: .team(team), at: later).isEmpty)
        #expect(try await directory.teamInvitation(try digest(1), at: moment) == open)
        #expect(try await directory.teamInvitation(try digest(1), at: later) == nil)
        let member = TeamMember(team: team, player: eve, role: .developer, joined: moment)
        #expect(try await directory.join(member, by: named.id, entry(.memberJoin)))
        #expect(try await !directory.join(member, by: named.id, entry(.memberJoin)))
        #expect(try await !directory.removeTeamInvitation(open.id, of: TeamNumber(99), entry(.memberInvite)))
        #expect(try await directory.removeTeamInvitation(open.id, of: team, entry(.memberInvitationRevoke)))
        #expect(try await directory.teamInvitations(of: .team(team), at: moment).isEmpty)
        // A code into a team founds none, a code to found one does it once.
        #expect(try await found("BBBBBBBBBB", in: directory, code: try digest(2)) == nil)
        #expect(try await found("BBBBBBBBBB", in: directory, code: try digest(3)) != nil)
        #expect(try await found("CCCCCCCCCC", in: directory, code: try digest(3)) == nil)
        #expect(try await directory.teamRecords().teams.map(\.id.text) == ["AAAAAAAAAA", "BBBBBBBBBB"])
    }

    @Test("keys and invitations go with the member who made them", arguments: Backend.allCases)
    func keys(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let team = try #require(try await found("AAAAAAAAAA", in: directory)).number
        func new(_ number: UInt8, _ maker: PlayerNumber?) throws -> NewDeveloperKey {
            NewDeveloperKey(
                digest: try digest(number), team: team, name: "CI", role: .developer, maker: maker, created: moment,
                expires: moment.advanced(by: .days(1)))
        }
        let ofAda = try await directory.addKey(try new(1, ada), entry(.keyCreate))
        let ofNobody = try await directory.addKey(try new(2, nil), entry(.keyCreate))
        let ofEve = try await directory.addKey(try new(3, eve), entry(.keyCreate))
        #expect(try await directory.teamRecords().keys.map(\.key) == [ofAda, ofNobody, ofEve])
        #expect(try await directory.teamRecords().keys.map(\.digest) == [try digest(1), try digest(2), try digest(3)])
        let later = moment.advanced(by: .days(1))
        let granted = TeamInvitation.Membership(team: team, role: .admin)
        for (number, maker) in [(8, ada), (9, eve)] as [(UInt8, PlayerNumber)] {
            _ = try await directory.addTeamInvitation(
                NewTeamInvitation(
                    digest: try digest(number), membership: granted, player: nil, maker: maker, created: moment,
                    expires: later), entry(.memberInvite))
        }
        try await directory.removeMember(eve, of: team, entry(.memberRemove))
        #expect(try await directory.teamInvitations(of: .team(team), at: moment).map(\.maker) == [ada])
        #expect(try await !directory.removeKey(ofAda.id, of: TeamNumber(99), entry(.keyRevoke)))
        #expect(try await directory.removeKey(ofAda.id, of: team, entry(.keyRevoke)))
        #expect(try await !directory.removeKey(ofAda.id, of: team, entry(.keyRevoke)))
        #expect(try await directory.teamRecords().keys.map(\.key) == [ofNobody])
    }

    @Test("a second factor counts once confirmed, and each of its codes once", arguments: Backend.allCases)
    func twoFactor(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        guard
            case .registered(let player, let session?) = try await directory.register(
                NewPlayer(
                    alias: try Alias("Ada"), displayName: "Ada", passwordHash: "x", recoveryCodes: [], created: moment,
                    entrance: .open,
                    session: NewSession(
                        digest: try digest(1), binding: .firstParty, device: nil, created: moment,
                        hasEmptyQueue: false)))
        else { return }
        let other = try await directory.addSession(
            NewSession(
                digest: try digest(2), binding: .firstParty, device: nil, created: moment, hasEmptyQueue: false),
            for: Credentials(player: player.number, passwordHash: "x"))
        #expect(other != nil)
        let number = player.number
        #expect(try await directory.twoFactor(of: number) == nil)
        #expect(try await directory.offerTwoFactor([1], to: number))
        #expect(try await directory.offerTwoFactor([2], to: number))
        let codes = [try digest(7), try digest(8)]
        #expect(
            try await !directory.confirmTwoFactor(
                [1], of: number, step: 5, recoveryCodes: codes, keeping: session.id, at: moment))
        #expect(try await directory.session(try digest(2)) != nil)
        #expect(
            try await directory.confirmTwoFactor(
                [2], of: number, step: 5, recoveryCodes: codes, keeping: session.id, at: moment))
        #expect(try await directory.session(try digest(1)) != nil)
        #expect(try await directory.session(try digest(2)) == nil)
        #expect(try await !directory.offerTwoFactor([3], to: number))
        #expect(try await !directory.useTwoFactorStep(5, of: number))
        #expect(try await directory.useTwoFactorStep(6, of: number))
        #expect(try await !directory.useTwoFactorStep(6, of: number))
        #expect(try await !directory.useTwoFactorStep(5, of: number))
        #expect(try await directory.useTwoFactorCode(try digest(7), of: number))
        #expect(try await !directory.useTwoFactorCode(try digest(7), of: number))
        #expect(
            try await directory.twoFactor(of: number)
                == TwoFactorRecord(secret: [2], isConfirmed: true, lastStep: 6, recoveryCodesLeft: 1))
        #expect(try await directory.teamRecords().twoFactor.isEmpty)
        _ = try await directory.addTeam(
            NewTeam(id: try TeamID("AAAAAAAAAA"), name: "J", owner: number, code: nil, created: moment),
            entry(.teamCreate))
        #expect(try await directory.teamRecords().twoFactor == [number])
        #expect(try await directory.removeTwoFactor(of: number, entry(.twoFactorReset), at: moment))
        #expect(try await !directory.removeTwoFactor(of: number, entry(.twoFactorReset), at: moment))
        #expect(try await directory.twoFactor(of: number) == nil)
        #expect(try await !directory.useTwoFactorCode(try digest(8), of: number))
        let told = try await directory.notices(of: number).map(\.content.subject)
        #expect(told == [AccountChange.twoFactorOn.rawValue, AccountChange.twoFactorReset.rawValue])
    }

    @Test("nothing of a player who is erased stays, but the log", arguments: Backend.allCases)
    func erasure(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let team = try #require(try await found("AAAAAAAAAA", in: directory)).number
        let other = TeamMember(team: team, player: eve, role: .viewer, joined: moment)
        try await directory.putMember(other, entry(.memberJoin))
        let later = moment.advanced(by: .days(1))
        let granted = TeamInvitation.Membership(team: team, role: .viewer)
        for (number, player, maker) in [(1, ada, eve), (2, eve, ada), (3, eve, eve)]
            as [(UInt8, PlayerNumber, PlayerNumber)]
        {
            _ = try await directory.addTeamInvitation(
                NewTeamInvitation(
                    digest: try digest(number), membership: granted, player: player, maker: maker, created: moment,
                    expires: later),
                entry(.memberInvite))
            _ = try await directory.addKey(
                NewDeveloperKey(
                    digest: try digest(number), team: team, name: "K", role: .viewer, maker: maker, created: moment,
                    expires: later), entry(.keyCreate))
        }
        #expect(try await directory.offerTwoFactor([1], to: ada))
        for _ in 0..<2 { try await directory.eraseDeveloper(ada) }
        let records = try await directory.teamRecords()
        #expect(records.members == [other])
        #expect(records.keys.map(\.key.maker) == [eve, eve])
        #expect(try await directory.teamInvitations(of: .team(team), at: moment).map(\.player) == [eve])
        #expect(try await directory.twoFactor(of: ada) == nil)
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 99).count == 8)
    }
}
