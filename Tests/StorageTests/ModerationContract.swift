import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Bans, the queue, reports, policies and words, the same in every engine.
@Suite("Moderation contract", .timeLimit(.minutes(15))) struct ModerationContract {
    private static let moment = Timestamp(clamping: 1_800_000_000_000)
    private static let stream = StreamID(team: TeamNumber(1), environment: .sandbox)
    private static let decision = ReviewDecision(author: PlayerNumber(9), time: moment, note: "seen")
    private static let audit = NewAuditEntry(.moderationUpdate, by: .operator, time: moment)

    private func make(_ backend: Backend) throws -> (any Journal, any Directory) {
        let store = try backend.makeStore()
        return (store.journal, store.directory)
    }

    private func score(_ sequence: Int64, by player: UInt32 = 7, isHeld: Bool = false) -> NewReview {
        NewReview(
            .score(
                Self.stream, LeaderboardNumber(3), JournalSequence(sequence), value: .min, date: Self.moment,
                isHeld: isHeld),
            app: AppNumber(2), player: PlayerNumber(player),
            reasons: [ReviewReason(.held, "one."), ReviewReason(.leapOverBoard, "two 3 \u{201C}four\u{201D}.")],
            created: Self.moment)
    }

    private func report(by reporter: UInt32, at time: Timestamp = moment, id: String = "", app: UInt32? = 2) -> Report {
        Report(
            by: PlayerNumber(reporter), of: id.isEmpty ? .name : .message, id: id, player: PlayerNumber(7),
            app: app.map { AppNumber($0) }, reason: .harassment, text: "two\nlines", evidence: "jungle-jim",
            created: time)
    }

    @Test("a ban stands until it is lifted, and a second one changes nothing", arguments: Backend.allCases)
    func bans(backend: Backend) async throws {
        let (journal, _) = try make(backend)
        func ban(_ scope: Ban.Scope, _ reason: String) -> Ban {
            Ban(
                player: PlayerNumber(7), scope: scope, reason: reason, author: scope == .server ? nil : PlayerNumber(1),
                created: Self.moment)
        }
        let team = Ban.Scope.team(TeamNumber(4))
        try journal.commit(Change(facts: [.ban(ban(.server, "a")), .ban(ban(team, "b")), .ban(ban(team, "c"))]))
        #expect(Set(try journal.bans()) == [ban(.server, "a"), ban(team, "b")])
        try journal.commit(Change(facts: [.banLifted(PlayerNumber(7), .server)]))
        try journal.commit(Change(facts: [.banLifted(PlayerNumber(8), team)]))
        #expect(try journal.bans() == [ban(team, "b")])
    }

    @Test("an item keeps every field, waits, and is decided once", arguments: Backend.allCases)
    func reviews(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let items = [score(1), score(2, isHeld: true), score(3, by: 8)]
        try journal.commit(Change(facts: items.map { .review($0) }))
        let waiting = try await directory.reviews(ReviewFilter(), after: nil, limit: 10)
        #expect(waiting.map(\.content) == items && waiting.map(\.id) == waiting.map(\.id).sorted())
        #expect(try await directory.reviews(ReviewFilter(app: AppNumber(9)), after: nil, limit: 10).isEmpty)
        let page = try await directory.reviews(ReviewFilter(app: AppNumber(2)), after: waiting[0].id, limit: 1)
        #expect(page == [waiting[1]])
        #expect(Set(try journal.pendingScores().map(\.sequence.rawValue)) == [1, 2, 3])

        try journal.commit(Change(facts: [.reviewDecided(waiting[0].id, .accepted, Self.decision)]))
        try journal.commit(
            Change(facts: [
                .scoreReviewed(Self.stream, JournalSequence(2), .rejected, Self.decision),
                .reviewDecided(waiting[0].id, .rejected, Self.decision),
                .scoreReviewed(
                    StreamID(team: TeamNumber(1), environment: .production), JournalSequence(3), .rejected,
                    Self.decision),
            ]))
        #expect(try journal.review(waiting[0].id)?.state == .accepted)
        let rejected = try await directory.reviews(ReviewFilter(state: .rejected), after: nil, limit: 10)
        #expect(rejected.map(\.id) == [waiting[1].id] && rejected.first?.decision == Self.decision)
        #expect(try journal.pendingScores().map(\.player) == [PlayerNumber(8)])
        let own = try await directory.reviewedScores(
            of: PlayerNumber(7), on: LeaderboardNumber(3), Self.stream, limit: 10)
        #expect(own.map(\.id) == [waiting[1].id, waiting[0].id])
        #expect(try journal.review(ReviewID(99)) == nil)
    }

    @Test(
        "rules 3.2, 4.12: a wipe takes what waits of its rows out of the queue, and nothing else",
        arguments: JournalBackend.allCases)
    func wiped(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        func wipe(
            _ player: UInt32?, through last: Int64, board: UInt32 = 3, _ environment: Environment = .sandbox
        ) -> Change.Fact {
            .wiped(
                WipeRecord(
                    stream: StreamID(team: TeamNumber(1), environment: environment),
                    leaderboard: LeaderboardNumber(board), player: player.map { PlayerNumber($0) },
                    through: JournalSequence(last)))
        }
        func waiting(after facts: [Change.Fact]) throws -> Set<Int64> {
            try journal.commit(Change(facts: facts))
            return Set(try journal.pendingScores().map(\.sequence.rawValue))
        }
        let items = [score(1), score(2, by: 8), score(3), score(4, by: 8, isHeld: true), score(9)]
        #expect(try waiting(after: items.map { .review($0) }) == [1, 2, 3, 4, 9])
        let first = Change.Fact.scoreReviewed(Self.stream, JournalSequence(1), .rejected, Self.decision)
        let others = [wipe(nil, through: 9, board: 4), wipe(nil, through: 9, .production)]
        #expect(try waiting(after: [first] + others) == [2, 3, 4, 9])
        #expect(try waiting(after: [wipe(8, through: 3)]) == [3, 4, 9])
        #expect(try waiting(after: [wipe(nil, through: 4)]) == [9])
        // What was decided is history.
        #expect(try journal.review(ReviewID(1))?.state == .rejected)
        #expect(try journal.review(ReviewID(2)) == nil)
        #expect(try waiting(after: [.review(score(10))]) == [9, 10])
    }

    @Test("reports of one thing join, one a reporter, so many a day", arguments: Backend.allCases)
    func reports(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        func file(_ report: Report, limit: Int = 10) async throws -> ReportOutcome {
            try await directory.file(report, since: Self.moment, limit: limit)
        }
        guard case .filed(let id) = try await file(report(by: 1)) else {
            Issue.record("not filed")
            return
        }
        #expect(try await file(report(by: 1)) == .again(id))
        #expect(try await file(report(by: 2)) == .filed(id))
        #expect(try await directory.reports(of: id, limit: 10) == [report(by: 1), report(by: 2)])
        #expect(try await directory.review(id)?.reportCount == 2)
        // Another game, and another message, are other items; the limit counts them.
        #expect(try await file(report(by: 1, app: nil), limit: 2) != .filed(id))
        #expect(try await file(report(by: 1, id: "m1"), limit: 2) == .tooMany)
        let earlier = Self.moment.advanced(by: -.days(1))
        #expect(try await file(report(by: 3, at: earlier, id: "m1"), limit: 1) != .tooMany)
        #expect(try await file(report(by: 3, id: "m2"), limit: 1) != .tooMany)
        // What was decided is not joined any more.
        try journal.commit(Change(facts: [.reviewDecided(id, .accepted, Self.decision)]))
        #expect(try await file(report(by: 2)) != .filed(id))
        #expect(try journal.pendingScores().isEmpty)
    }

    @Test(
        "policies and words are as they were last set, and every change is in the audit log",
        arguments: Backend.allCases)
    func settings(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        var policy = ModerationPolicy()
        policy.holdsScores = true
        policy.plausible = ScoreRange(lowest: .min, highest: .max)
        policy.shortestInterval = .seconds(3)
        policy.leapOverBest = 7
        policy.leapOverBoard = 9
        let app = AppNumber(2)
        try await directory.setPolicy(policy, of: app, leaderboard: LeaderboardNumber(3), Self.audit)
        try await directory.setPolicy(policy, of: app, leaderboard: nil, Self.audit)
        try await directory.setPolicy(ModerationPolicy(), of: app, leaderboard: nil, Self.audit)
        let both: Set = [
            PolicyRecord(app: app, leaderboard: LeaderboardNumber(3), policy: policy),
            PolicyRecord(app: app, leaderboard: nil, policy: ModerationPolicy()),
        ]
        #expect(Set(try journal.policies()) == both)
        try await directory.setPolicy(nil, of: app, leaderboard: LeaderboardNumber(3), Self.audit)
        #expect(try journal.policies().map(\.leaderboard) == [nil])

        try await directory.setWord("b", .blocked, Self.audit)
        try await directory.setWord("a", .blocked, Self.audit)
        try await directory.setWord("a", .allowed, Self.audit)
        #expect(try await directory.words() == [WordRecord("a", .allowed), WordRecord("b", .blocked)])
        try await directory.setWord("a", nil, Self.audit)
        #expect(try await directory.words() == [WordRecord("b", .blocked)])
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 100).count == 8)
    }

    @Test("a player is found by how his alias begins, and gets another name", arguments: Backend.allCases)
    func names(backend: Backend) async throws {
        let (_, directory) = try make(backend)
        var numbers: [String: PlayerNumber] = [:]
        for text in ["Zoé", "zoe", "Zo\u{00E9}tique", "Ada"] {
            let player = NewPlayer(
                alias: try Alias(text), displayName: text, passwordHash: "", recoveryCodes: [], created: Self.moment,
                entrance: .open, session: nil)
            guard case .registered(let made, _) = try await directory.register(player) else { continue }
            numbers[text] = made.number
        }
        let found = try await directory.players(aliasKeyPrefix: "zo", beyond: "", limit: 10)
        #expect(found.map(\.alias.text) == ["zoe", "Zoé", "Zoétique"])
        let first = try await directory.players(aliasKeyPrefix: "zo", beyond: "", limit: 1)
        #expect(first.map(\.alias.text) == ["zoe"])
        let rest = try await directory.players(aliasKeyPrefix: "zo", beyond: "zoe", limit: 10)
        #expect(rest.map(\.number) == found.dropFirst().map(\.number))
        let ada = try #require(numbers["Ada"])
        func file(_ evidence: String, by reporter: UInt32) async throws -> ReviewID {
            let report = Report(
                by: PlayerNumber(reporter), of: .name, player: ada, app: nil, reason: .offensive, text: "",
                evidence: evidence, created: Self.moment)
            guard case .filed(let id) = try await directory.file(report, since: Self.moment, limit: 9) else {
                throw StoreError.broken(reason: "not filed")
            }
            return id
        }
        let item = try await file("Lovelace", by: 50)
        _ = try await directory.updateProfile(of: ada, alias: nil) { record in
            record.profile.realName = "Ada"
            return true
        }
        func takeDown(_ player: PlayerNumber, _ alias: String) async throws -> TakedownOutcome {
            try await directory.takeDown(
                .name(try Alias(alias)), of: player, reportedIn: item, Self.notice(player), Self.audit)
        }
        // Nobody reported the names that she has now.
        #expect(try await takeDown(ada, "player-1") == .nothingThere)
        #expect(try await file("Countess (Ada)", by: 51) == item)
        #expect(try await takeDown(ada, "zoe") == .aliasTaken)
        #expect(try await takeDown(PlayerNumber(99), "nobody") == .nothingThere)
        #expect(try await directory.notices(of: ada).isEmpty)
        #expect(try await takeDown(ada, "player-1") == .done)
        #expect(try await directory.player(aliasKey: "player-1")?.displayName == "player-1")
        #expect(try await directory.player(aliasKey: "ada") == nil)
        #expect(try await directory.profiles([ada])[ada]?.profile.realName == nil)
        // The looks go with the name: the old ones are free, the new ones taken.
        let skeletons = [try Alias("Ada").skeleton, try Alias("player-1").skeleton]
        #expect(try await directory.player(aliasSkeleton: skeletons[0]) == nil)
        #expect(try await directory.player(aliasSkeleton: skeletons[1]) == ada)
        #expect(try await directory.notices(of: ada).map(\.content) == [Self.notice(ada)])
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 100).count == 1)
    }

    private static func notice(_ player: PlayerNumber) -> NewNotice {
        NewNotice(to: player, .contentRemoved, subject: "name", created: moment)
    }

    private func register(_ aliases: [String], in directory: any Directory) async throws -> [PlayerNumber] {
        var numbers: [PlayerNumber] = []
        for text in aliases {
            let player = NewPlayer(
                alias: try Alias(text), displayName: text, passwordHash: "", recoveryCodes: [], created: Self.moment,
                entrance: .open, session: nil)
            guard case .registered(let made, _) = try await directory.register(player) else { continue }
            numbers.append(made.number)
        }
        try #require(numbers.count == aliases.count)
        return numbers
    }

    @Test(
        "rules 1.16, 4.12: an erasure leaves what its player has reported of others, without number and words",
        arguments: Backend.allCases)
    func erasedReporters(backend: Backend) async throws {
        let (_, directory) = try make(backend)
        let numbers = try await register(["ada", "zoe", "bob", "eve"], in: directory)
        let (ada, zoe, bob, eve) = (numbers[0], numbers[1], numbers[2], numbers[3])
        func file(
            _ thing: ReportedThing, _ evidence: String, by reporter: PlayerNumber, of player: PlayerNumber
        ) async throws -> ReviewID {
            let report = Report(
                by: reporter, of: thing, player: player, app: nil, reason: .spam, text: "mine", evidence: evidence,
                created: Self.moment)
            let outcome = try await directory.file(report, since: Self.moment, limit: 9)
            guard case .filed(let id) = outcome else { throw StoreError.broken(reason: "\(outcome)") }
            return id
        }
        _ = try await directory.updateProfile(of: ada, alias: nil) { record in
            record.profile.status = "rude"
            return true
        }
        let status = try await file(.status, "rude", by: zoe, of: ada)
        let name = try await file(.name, "first", by: zoe, of: ada)
        let own = try await file(.name, "zoe", by: bob, of: zoe)
        _ = try await directory.beginErasure(of: zoe, receipt: "Z", at: Self.moment)
        var left = Report(
            by: nil, of: .status, player: ada, app: nil, reason: .spam, text: "", evidence: "rude",
            created: Self.moment)
        #expect(try await directory.reports(of: status, limit: 9) == [left])
        #expect(try await directory.reports(by: zoe, limit: 9).isEmpty)
        #expect(try await directory.review(own) == nil)
        #expect(try await directory.reports(of: own, limit: 9).isEmpty, "what is reported of them goes")

        #expect(try await file(.status, "rude", by: bob, of: ada) == status)
        #expect(try await file(.name, "second", by: bob, of: ada) == name)
        #expect(try await directory.reports(of: name, limit: 9).map(\.evidence) == ["first", "second"])
        _ = try await directory.beginErasure(of: bob, receipt: "B", at: Self.moment)
        #expect(try await directory.reports(of: status, limit: 9) == [left], "once is enough")
        #expect(try await directory.review(status)?.reportCount == 2)
        left.thing = .name
        left.evidence = "second"
        #expect(try await directory.reports(of: name, limit: 9) == [left], "one is kept, the latest")

        #expect(try await file(.status, "rude", by: eve, of: ada) == status)
        func takeDown() async throws -> TakedownOutcome {
            try await directory.takeDown(
                .status, of: ada, reportedIn: status, Self.notice(ada), Self.audit)
        }
        _ = try await directory.beginErasure(of: eve, receipt: "E", at: Self.moment)
        #expect(try await takeDown() == .done)
        #expect(try await takeDown() == .nothingThere)
        #expect(try await directory.profiles([ada])[ada]?.profile.status == nil)
    }

    @Test(
        "what is taken down is gone for everybody, once, and what was reported is kept until it is decided",
        arguments: Backend.allCases)
    func takedown(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let numbers = try await register(["ada", "zoe", "bob"], in: directory)
        let (ada, zoe, bob) = (numbers[0], numbers[1], numbers[2])
        var items: [ReportedThing: ReviewID] = [:]
        func takeDown(_ content: TakenDown, of thing: ReportedThing = .photo) async throws -> TakedownOutcome {
            try await directory.takeDown(
                content, of: ada, reportedIn: items[thing] ?? ReviewID(99), Self.notice(ada), Self.audit)
        }
        func blob(_ byte: UInt8) throws -> Blob {
            let bytes = [UInt8](repeating: byte, count: 32)
            return Blob(digest: try #require(BlobDigest(bytes)), bytes: bytes)
        }
        for content in [TakenDown.photo, .status, .requestMessages, .challengeMessage(ChallengeNumber(1))] {
            #expect(try await takeDown(content) == .nothingThere)
        }
        #expect(try await directory.setPhoto((try blob(1), try blob(2)), of: ada))
        _ = try await directory.updateProfile(of: ada, alias: nil) { record in
            record.profile.status = "rude"
            return true
        }
        for other in [zoe, bob] {
            _ = try await directory.relate(ada, to: other, at: Self.moment) { relation in
                do throws(FriendRefusal) { _ = try relation.request(message: "rude", at: Self.moment) } catch {
                    Issue.record("\(error)")
                }
            }
        }
        let photo = try blob(2).digest
        let report = Report(
            by: zoe, of: .photo, player: ada, app: nil, reason: .offensive, text: "", evidence: photo.text,
            created: Self.moment)
        guard case .filed(let id) = try await directory.file(report, since: Self.moment, limit: 9) else {
            Issue.record("not filed")
            return
        }
        var gone = report
        gone.evidence = try blob(9).digest.text
        gone.reporter = bob
        #expect(try await directory.file(gone, since: Self.moment, limit: 9) == .nothingThere)

        items[.photo] = id
        for (thing, subject) in [(ReportedThing.status, ""), (.message, "friendRequest")] {
            let rude = Report(
                by: zoe, of: thing, id: subject, player: ada, app: nil, reason: .offensive, text: "",
                evidence: "rude", created: Self.moment)
            guard case .filed(let id) = try await directory.file(rude, since: Self.moment, limit: 9) else { continue }
            items[thing] = id
        }
        // What was not reported in an item stays.
        #expect(try await takeDown(.photo, of: .status) == .nothingThere)
        #expect(try await takeDown(.status, of: .photo) == .nothingThere)
        #expect(try await takeDown(.requestMessages, of: .photo) == .nothingThere)
        for (content, thing) in [
            (TakenDown.photo, ReportedThing.photo), (.status, .status), (.requestMessages, .message),
        ] {
            #expect(try await takeDown(content, of: thing) == .done)
            #expect(try await takeDown(content, of: thing) == .nothingThere)
        }
        let record = try await directory.profiles([ada])[ada]
        #expect(record?.photo == nil && record?.profile.status == nil)
        #expect(try await directory.friendRequests(of: zoe).received.map(\.message) == [""])
        #expect(try await directory.friendRequests(of: ada).sent.map(\.message) == ["", ""])
        #expect(
            try await directory.notices(of: ada).map(\.content.kind) == [
                .contentRemoved, .contentRemoved, .contentRemoved,
            ])
        #expect(try await directory.blob(try blob(1).digest) == nil)
        #expect(try await directory.reportedPhoto(photo, of: id) == (try blob(2)).bytes)
        #expect(try await directory.reportedPhoto(try blob(1).digest, of: id) == nil)
        #expect(try await directory.reportedPhoto(photo, of: ReviewID(id.rawValue + 1)) == nil)
        try journal.commit(Change(facts: [.reviewDecided(id, .rejected, Self.decision)]))
        #expect(try await directory.reportedPhoto(photo, of: id) == nil)
        #expect(try await directory.blob(photo) == nil)
    }
}
