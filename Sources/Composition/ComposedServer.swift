public import LaurelAPI
import LaurelCryptography
import LaurelDomain
public import LaurelScores
public import LaurelService
public import LaurelStorage

/// All parts of a server over its ports, put together. Nothing runs yet.
///
/// ```swift
/// let catalogue = try await Catalogue(from: directory)
/// let server = try await ComposedServer(ports, catalogue, policies, replays: replays)
/// let services = server.services(deliveries: deliveries)
/// try await server.start()
/// ```
public struct ComposedServer: Sendable {
    public let accounts: Accounts
    public let apps: Apps
    public let keeper: ScoreKeeper
    public let friends: Friends
    public let challenges: Challenges
    public let matches: Matches
    public let parties: Parties
    public let groupChallenges: GroupChallenges
    public let teams: Teams
    public let inboxes: Inboxes
    public let moderation: Moderation
    public let identityKeys: IdentityKeys
    /// Signaled by what writes notices, after the commit.
    public let outbox = Outbox()
    private let twoFactor: TwoFactor
    private let ports: ServerPorts
    private let policies: ServerPolicies
    private let digest = ContentDigest { Digest.sha256($0) }

    /// - Parameters:
    ///   - catalogue: ``LaurelScores/Catalogue/init(from:)``.
    ///   - replays: what plays runs again; it may have needed the catalogue.
    public init(
        _ ports: ServerPorts, _ catalogue: Catalogue, _ policies: ServerPolicies = ServerPolicies(),
        replays: ReplayPorts = .none, log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) async throws(StoreError) {
        self.ports = ports
        self.policies = policies
        let directory = ports.directory
        let graph = FriendGraph(directory: directory)
        var accounts = Self.accounts(ports, catalogue, policies, outbox, graph)
        keeper = ScoreKeeper(
            journal: ports.journal, catalogue: catalogue, contacts: accounts.contacts, clock: ports.clock,
            steady: ports.steady, snapshots: ports.snapshots, warm: ports.warm,
            challenges: Self.challengePorts(ports, accounts, outbox),
            replays: replays, isGuest: { [profiles = accounts.profiles] in profiles.isGuest($0) }, log: log)
        accounts.serverTime = Clock { [keeper] in keeper.now() }
        self.accounts = accounts
        var challenges = Challenges(keeper, directory: directory) { Digest.sha256($0) }
        challenges.sending = accounts.sending
        self.challenges = challenges
        matches = Matches(keeper, accounts, friends: graph, directory: directory, digest: digest)
        parties = Parties(keeper, accounts, friends: graph, directory: directory)
        groupChallenges = GroupChallenges(keeper, accounts, friends: graph, directory: directory)
        let ending = EndChallenges(challenges)
        graph.onEnd { player, other in ending.friendshipEnded(player, other) }
        var apps = Apps(
            directory: directory, catalogue: catalogue, team: try await directory.firstTeam(named: "Team"),
            leaderboards: LeaderboardChanging(keeper), clock: ports.clock)
        apps.simulators = ports.simulators
        apps.wipeSections = [
            .achievements(keeper), .matches(keeper, directory), .savedGames(directory), .shares(directory),
            .parties(directory),
        ]
        self.apps = apps
        // After the first team was made.
        teams = try await Teams(accounts, directory: directory, policy: policies.developers)
        twoFactor = TwoFactor(
            directory: directory, hashing: CodeHashing { MessageAuthentication.hmacSHA1($0, key: $1) },
            roster: teams.roster)
        inboxes = Inboxes(
            directory: directory, catalogue: catalogue,
            clock: Clock { [keeper, wall = ports.clock] in min(keeper.now(), wall.now()) }, zones: ports.zones,
            outbox: outbox)
        friends = Friends(directory: directory, graph: graph, accounts: accounts, outbox: outbox)
        moderation = Moderation(
            directory: directory, keeper: keeper, accounts: accounts,
            evidence: ReportEvidence(challenges, friends, matches))
        identityKeys = IdentityKeys(
            directory: directory, signing: ports.signing, clock: ports.clock, digest: digest, random: accounts.random)
    }

    /// Makes the ranks, on a thread of their own, and meanwhile loads what else is kept in memory: names, sets,
    /// forbidden words, wrong guesses, the keys of identities. Then goes on with unfinished erasures, and ends
    /// challenges whose time has come.
    ///
    /// - Parameters:
    ///   - unfinished: hears why an erasure isn't finished yet, which keeps no server from starting.
    ///   - unmerged: the same of a guest's merge.
    ///   - unreleased: the same of scores that waited for a guest's upgrade.
    /// - Returns: false: the writer has ended; ``LaurelScores/ScoreKeeper/ended()`` says why.
    /// - Throws: `StartError` when ranks can't be made, and what the store or the signing throws.
    @discardableResult
    public func start(
        acceptsClock: Bool = false, acceptsLoss: Bool = false, unfinished: (EraseError) -> Void = { _ in },
        unmerged: (MergeGuestError) -> Void = { _ in }, unreleased: (ReleaseScoresError) -> Void = { _ in }
    ) async throws -> Bool {
        try keeper.start(acceptsClock: acceptsClock, acceptsLoss: acceptsLoss, waitsForOthers: true)
        try await LoadNames(accounts)()
        try await LoadSets(apps)()
        try await LoadActivities(apps)()
        try await LoadChallengeDefinitions(apps)()
        try await ChangeWords(moderation).load()
        try await LoadGuesses(accounts)()
        try await PrepareIdentity(identityKeys)()
        keeper.othersAreReady()
        await keeper.ready()
        guard keeper.isReady else { return false }
        do throws(EraseError) { try await finishErasures() } catch { unfinished(error) }
        do throws(MergeGuestError) { try await finishMerges() } catch { unmerged(error) }
        do throws(ReleaseScoresError) { try await releaseScores() } catch { unreleased(error) }
        try await EndChallenges(challenges).reconcile()
        return true
    }

    /// Goes on with what the end of the last process, or a reader in the way, left unfinished.
    public func finishErasures() async throws(EraseError) { try await FinishErasures(accounts, challenges, teams)() }

    /// Goes on with guests who become part of accounts, as ``finishErasures()``.
    public func finishMerges() async throws(MergeGuestError) {
        try await FinishMerges(
            accounts, friends, challenges, erasures: FinishErasures(accounts, challenges, teams))()
    }

    /// Goes on with scores that waited for a guest's upgrade, as ``finishErasures()``.
    public func releaseScores() async throws(ReleaseScoresError) { try await ReleaseScores(accounts, keeper)() }

    /// Erases guests who never came back: about once a day.
    /// - Returns: how many.
    public func forgetGuests() async throws(EraseError) -> Int {
        try await ForgetGuests(
            accounts, friends: friends.graph, keeper, finish: FinishErasures(accounts, challenges, teams))()
    }

    /// What the routes call.
    ///
    /// - Parameters:
    ///   - deliveries: may need ``accounts``, ``inboxes`` and ``outbox``.
    ///   - facts: for `/metrics`; called when somebody asks.
    public func services(
        deliveries: Deliveries, facts: @escaping @Sendable () -> SystemFacts = { SystemFacts() }
    ) -> Services {
        Services(
            accounts: accounts, apps: apps,
            signIn: SignIn(accounts, decoyHash: ports.decoyHash, twoFactor: twoFactor), keeper: keeper,
            moderation: moderation,
            challenges: challenges, matches: matches, parties: parties,
            groupChallenges: groupChallenges, teams: teams, twoFactor: twoFactor,
            providers: ProviderSignIns(accounts, twoFactor, ports.providers), inboxes: inboxes, deliveries: deliveries,
            savedGames: SavedGameStore(
                directory: ports.directory, clock: ports.clock, digest: digest, limits: policies.savedGames),
            identityKeys: identityKeys,
            friends: friends, isDiskFull: ports.isDiskFull, drawing: ports.drawing, codes: ports.codes, facts: facts)
    }

    private static func accounts(
        _ ports: ServerPorts, _ catalogue: Catalogue, _ policies: ServerPolicies, _ outbox: Outbox,
        _ graph: FriendGraph
    ) -> Accounts {
        var accounts = Accounts(
            directory: ports.directory, catalogue: catalogue, names: PlayerNames(),
            ids: PlayerIDs { [secret = ports.secret] in NumberCipher(secret: secret, purpose: $0) },
            clock: ports.clock, random: Random { SecureRandom.bytes($0) },
            digest: TokenDigest { SecretDigest(words: Digest.blake2b256($0)) }, passwords: ports.passwords,
            signUpPolicy: policies.signUp, limits: policies.attempts)
        accounts.allowsGuests = policies.allowsGuests
        accounts.imports = ImportKeys(secret: ports.secret)
        accounts.guessKeys = GuessKeys(secret: ports.secret)
        accounts.steady = ports.steady
        accounts.breachedPasswords = ports.breachedPasswords
        accounts.outbox = outbox
        accounts.mailing = Mailing(ports.directory, isOn: policies.sendsMail)
        accounts.images = ports.images
        accounts.friendship = Friendship(graph)
        return accounts
    }

    private static func challengePorts(
        _ ports: ServerPorts, _ accounts: Accounts, _ outbox: Outbox
    ) -> ChallengePorts {
        var challenges = ChallengePorts(
            ids: ChallengeIDs(secret: ports.secret), outbox: outbox, areFriends: ports.areFriends)
        challenges.matchIDs = MatchIDs(secret: ports.secret)
        challenges.turnRules = ports.turnRules
        challenges.mayMessage = { [profiles = accounts.profiles] in profiles.mayMessage($0, $1, at: $2) }
        return challenges
    }
}

extension Catalogue {
    /// With all apps, and what is kept beside them.
    public convenience init(from directory: any Directory) async throws(StoreError) {
        self.init(apps: try await directory.apps())
        try await webOrigins.load(from: directory)
        try await images.load(from: directory)
        try await loadDisplayOrders(from: directory)
        try await simulators.load(from: directory)
    }
}

extension ChallengeIDs {
    /// Stored IDs depend on the purpose: it is never changed.
    public init(secret: [UInt8]) { self.init(cipher: NumberCipher(secret: secret, purpose: "challenge")) }
}

extension MatchIDs {
    /// Links to matches and notices of them depend on the purpose: it is never changed.
    public init(secret: [UInt8]) { self.init(cipher: NumberCipher(secret: secret, purpose: "match")) }
}

extension Tickets {
    /// Tickets that players hold depend on the purpose.
    public init(secret: [UInt8]) {
        let key = Digest.derivedKey(secret: secret, purpose: "laurel tickets 1", count: 32)
        self.init { HMAC256.code(of: $0, key: key) }
    }
}

extension ImportKeys {
    /// Imported scores and the links to them depend on the purpose: it is never changed.
    public init(secret: [UInt8]) {
        let key = Digest.derivedKey(secret: secret, purpose: "laurel imports 1", count: 32)
        self.init { HMAC256.code(of: $0, key: key) }
    }
}

extension GuessKeys {
    /// With another purpose a start forgives what was guessed before.
    public init(secret: [UInt8]) {
        let key = Digest.derivedKey(secret: secret, purpose: "laurel guesses 1", count: 32)
        self.init { HMAC256.code(of: $0, key: key) }
    }
}

extension NumberCipher {
    fileprivate init(secret: [UInt8], purpose: String) {
        let cipher = AESNumberCipher(secret: secret, purpose: purpose)
        self.init(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) })
    }
}

extension SystemFacts {
    /// - Parameter memoryBytes: resident; 0: unknown.
    public init(_ keeper: ScoreKeeper, _ accounts: Accounts, deliveries: [Deliveries] = [], memoryBytes: Int = 0) {
        self.init()
        self.deliveries = deliveries
        self.memoryBytes = memoryBytes
        for (stream, sequence) in keeper.sequences {
            journalSequences["\(stream.team.rawValue)/\(stream.environment.name)"] = sequence.rawValue
        }
        leaderboardsLoaded = keeper.loadedCount
        leaderboardsKnown = keeper.knownCount
        sessionsInMemory = accounts.sessions.count
    }
}
