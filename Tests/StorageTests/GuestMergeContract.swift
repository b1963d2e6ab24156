import LaurelDomain
import LaurelStorage
import Testing

@Suite("Guest merge contract", .timeLimit(.minutes(15))) struct GuestMergeContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func session(_ number: UInt8) throws -> NewSession {
        NewSession(
            digest: try digest(number), binding: .game(AppNumber(3), .production), device: try DeviceName("phone"),
            created: start, hasEmptyQueue: true)
    }

    /// Whose secret has this number, and whose session the one after it.
    private func guest(_ alias: String, _ secret: UInt8, in directory: any Directory) async throws -> PlayerNumber {
        let new = NewGuest(
            alias: try Alias(alias), secret: try digest(secret), app: nil, session: try session(secret + 1))
        guard case .registered(let player, _) = try await directory.register(new) else { throw Surprise() }
        return player.number
    }

    private func account(_ alias: String, in directory: any Directory) async throws -> PlayerNumber {
        let new = NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "", recoveryCodes: [], created: start,
            entrance: .open, session: nil)
        guard case .registered(let player, _) = try await directory.register(new) else { throw Surprise() }
        return player.number
    }

    private func begin(
        _ secret: UInt8, into account: PlayerNumber, receipt: String = "R", in directory: any Directory
    ) async throws -> GuestMerging {
        try await directory.beginMerge(
            ofGuest: try digest(secret), into: account, takesFriends: true, receipt: receipt, at: start)
    }

    @Test(
        "rule 1.13: that it's decided is written once, and the guest's secret signs in nobody any more",
        arguments: Backend.allCases)
    func begun(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest("Amber Heron", 1, in: directory)
        let lynx = try await guest("Lunar Lynx", 11, in: directory)
        let (ada, zoe) = (try await account("Ada", in: directory), try await account("Zoe", in: directory))
        #expect(try await begin(99, into: ada, in: directory) == .unknownGuest)
        #expect(try await begin(1, into: lynx, in: directory) == .noAccount)
        #expect(try await begin(1, into: PlayerNumber(999), in: directory) == .noAccount)
        #expect(try await directory.session(try digest(2)) != nil)
        let merge = GuestMerge(
            guest: heron, account: ada, receipt: "R", requested: start, emptyQueue: start, takesFriends: true)
        #expect(try await begin(1, into: ada, in: directory) == .begun(merge))
        #expect(try await begin(1, into: ada, receipt: "S", in: directory) == .begun(merge))
        #expect(try await begin(1, into: zoe, in: directory) == .mergedElsewhere)
        #expect(try await directory.guestMerge(try digest(1)) == merge)
        #expect(try await directory.guestMerge(try digest(11)) == nil)
        #expect(try await directory.unfinishedMerge(of: heron) == merge)
        #expect(try await directory.unfinishedMerges() == [merge])
        #expect(try await directory.session(try digest(2)) == nil)
        #expect(try await directory.addSession(try session(3), forGuest: try digest(1)) == nil)
        let credentials = NewCredentials(
            alias: try Alias("Lasting"), passwordHash: "", recoveryCodes: [], entrance: .open, time: start)
        #expect(try await directory.upgradeGuest(heron, to: credentials) == .noGuest)
        let late = start.advanced(by: .days(200))
        let erasure = try await directory.beginErasure(ofGuest: heron, unseenSince: late, receipt: "T", at: late)
        #expect(erasure == nil)
        _ = try await directory.upgradeGuest(lynx, to: credentials)
        #expect(try await begin(11, into: ada, in: directory) == .upgraded)
    }

    @Test("rule 1.13: its end begins the erasure, and the secret leads to the account", arguments: Backend.allCases)
    func finished(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest("Amber Heron", 1, in: directory)
        let (ada, bob) = (try await account("Ada", in: directory), try await account("Bob", in: directory))
        _ = try await directory.relate(bob, to: heron, at: start) { $0.takeBlock() }
        #expect(try await directory.blockers(of: heron) == [bob])
        #expect(try await directory.blockers(of: ada).isEmpty)
        _ = try await directory.relate(bob, to: heron, at: start) { $0.unblock() }
        let met = start
        _ = try await directory.relate(heron, to: bob, at: start) { _ = $0.takeFriend(at: met) }
        #expect(try await directory.finishMerge(of: heron, at: start) == nil)
        _ = try await begin(1, into: ada, in: directory)
        let later = start.advanced(by: .minutes(1))
        for app in [AppNumber(1), AppNumber(2)] { try await directory.setLike(start, of: app, by: heron) }
        try await directory.setLike(later, of: AppNumber(1), by: ada)
        let record = try await directory.finishMerge(of: heron, at: later)
        #expect(
            try await directory.likes(by: ada) == [
                GameLike(app: AppNumber(1), since: later), GameLike(app: AppNumber(2), since: start),
            ])
        #expect(record == ErasureRecord(receipt: "R", player: heron, requested: later))
        #expect(try await directory.finishMerge(of: heron, at: later) == record)
        #expect(try await directory.player(heron) == nil)
        #expect(try await directory.unfinishedErasures().map(\.player) == [heron])
        #expect(try await directory.unfinishedMerges().isEmpty)
        #expect(try await directory.unfinishedMerge(of: heron) == nil)
        #expect(try await directory.guestMerge(try digest(1))?.finished == later)
        // Bob heard of the guest, and hears of the account now.
        let notices = try await directory.notices(after: .start, limit: 10).map(\.content)
        #expect(notices.filter { $0.player == bob }.map(\.about) == [ada])
        guard case .begun(let merge) = try await begin(1, into: ada, in: directory) else { throw Surprise() }
        #expect(merge.finished == later && merge.receipt == "R")
        let again = NewGuest(alias: try Alias("Amber Heron"), secret: try digest(1), app: nil, session: try session(5))
        #expect(try await directory.register(again) == .secretTaken)
        try await directory.deleteMerges(finishedBefore: later)
        #expect(try await directory.guestMerge(try digest(1)) != nil)
        try await directory.deleteMerges(finishedBefore: later.advanced(by: .seconds(1)))
        #expect(try await directory.guestMerge(try digest(1)) == nil)
        _ = try await guest("Amber Heron", 1, in: directory)
    }

    @Test(
        "rules 1.13, 4.12: what is reported of a guest's messages in challenges and matches is reported of the account",
        arguments: Backend.allCases)
    func reported(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest("Amber Heron", 1, in: directory)
        let (ada, zoe) = (try await account("Ada", in: directory), try await account("Zoe", in: directory))
        var filed: [String: ReviewID] = [:]
        let match = "production/M:_1#00"
        for id in [match, "C:_1", Report.friendRequestID] {
            let report = Report(
                by: zoe, of: .message, id: id, player: heron, app: AppNumber(3), reason: .offensive, text: "",
                evidence: "rude", created: start)
            guard case .filed(let review) = try await directory.file(report, since: start, limit: 9) else {
                throw Surprise()
            }
            filed[id] = review
        }
        _ = try await begin(1, into: ada, in: directory)
        _ = try await directory.finishMerge(of: heron, at: start)
        for id in [match, "C:_1"] {
            let number = try #require(filed[id])
            let review = try #require(try await directory.review(number))
            #expect(review.content.player == ada && review.state == .pending && review.reportCount == 1)
            #expect(review.content.subject == .content(.message, id: id))
            let reports = try await directory.reports(of: review.id, limit: 9)
            #expect(reports.map(\.player) == [ada] && reports.map(\.evidence) == ["rude"])
        }
        let (request, said) = (try #require(filed[Report.friendRequestID]), try #require(filed[match]))
        #expect(try await directory.review(request) == nil)
        _ = try await directory.beginErasure(of: ada, receipt: "E", at: start)
        #expect(try await directory.review(said) == nil)
    }

    @Test(
        "rules 1.13, 4.12: what a guest has reported is the account's report, once, and still shows what was said",
        arguments: Backend.allCases)
    func reporter(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest("Amber Heron", 1, in: directory)
        let (ada, zoe) = (try await account("Ada", in: directory), try await account("Zoe", in: directory))
        func file(
            _ id: String, by reporter: PlayerNumber, of player: PlayerNumber
        ) async throws -> ReviewID {
            let report = Report(
                by: reporter, of: .message, id: id, player: player, app: AppNumber(3), reason: .spam, text: "mine",
                evidence: "rude", created: start)
            guard case .filed(let review) = try await directory.file(report, since: start, limit: 9) else {
                throw Surprise()
            }
            return review
        }
        let said = try await file("C:_1", by: heron, of: zoe)
        let both = try await file("C:_2", by: heron, of: zoe)
        #expect(try await file("C:_2", by: ada, of: zoe) == both)
        let own = try await file("C:_3", by: heron, of: ada)
        _ = try await begin(1, into: ada, in: directory)
        _ = try await directory.finishMerge(of: heron, at: start)
        for review in [said, both] {
            let reports = try await directory.reports(of: review, limit: 9)
            #expect(reports.map(\.reporter) == [ada] && reports.map(\.text) == ["mine"])
            #expect(reports.map(\.evidence) == ["rude"])
        }
        let reports = try await directory.reports(of: own, limit: 9)
        #expect(reports.map(\.reporter) == [nil], "nobody reports themselves")
        #expect(reports.map(\.evidence) == ["rude"] && reports.map(\.text) == [""])
    }

    @Test(
        "rules 1.13, 1.16: a merge goes with its guest before the end, and an account takes along who is on the way in",
        arguments: Backend.allCases)
    func erased(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest("Amber Heron", 1, in: directory)
        let lynx = try await guest("Lunar Lynx", 11, in: directory)
        let ada = try await account("Ada", in: directory)
        _ = try await begin(1, into: ada, in: directory)
        _ = try await begin(11, into: ada, receipt: "S", in: directory)
        _ = try await directory.beginErasure(of: lynx, receipt: "T", at: start)
        #expect(try await directory.unfinishedMerges().map(\.guest) == [heron])
        _ = try await directory.beginErasure(of: ada, receipt: "U", at: start)
        #expect(try await directory.unfinishedMerges().isEmpty)
        #expect(try await directory.guestMerge(try digest(1)) == nil)
        #expect(try await directory.player(heron) == nil)
        #expect(try await directory.guest(try digest(1)) == nil)
        #expect(
            try await directory.unfinishedErasures() == [
                ErasureRecord(receipt: "R", player: heron, requested: start),
                ErasureRecord(receipt: "T", player: lynx, requested: start),
                ErasureRecord(receipt: "U", player: ada, requested: start),
            ])
    }

    @Test(
        "rule 1.13: what a guest sent and received is the account's, but for what was between the two",
        arguments: JournalBackend.allCases)
    func challenges(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let (ada, guest, bob) = (PlayerNumber(1), PlayerNumber(2), PlayerNumber(3))
        let board = LeaderboardNumber(1)
        let pairs = [(guest, bob), (bob, guest), (guest, ada), (ada, guest), (ada, bob)]
        let issued = pairs.enumerated().map { index, pair in
            Challenge(
                number: ChallengeNumber(UInt32(index + 1)), sender: pair.0, receiver: pair.1, app: AppNumber(1),
                environment: .production, goal: .score(board, value: 5, context: 0), issued: start)
        }
        let mutes = [(guest, bob), (bob, guest), (guest, ada)].map {
            ChallengeMute(player: $0.0, sender: $0.1, leaderboard: board)
        }
        let facts: [ChallengeFact] =
            issued.map { .issued($0, message: "", replay: nil) } + mutes.map { .mute($0, isMuted: true) }
            + [.merged(guest, into: ada), .erased(guest)]
        try journal.commit(Change(facts: facts.map { .challenge($0) }))
        let left = try journal.pendingChallenges().map {
            [$0.number.rawValue, $0.sender.rawValue, $0.receiver.rawValue]
        }
        #expect(left == [[1, 1, 3], [2, 3, 1], [5, 1, 3]])
        let kept = Set(try journal.challengeMutes())
        #expect(
            kept == [
                ChallengeMute(player: ada, sender: bob, leaderboard: board),
                ChallengeMute(player: bob, sender: ada, leaderboard: board),
            ])
    }

    @Test("rule 1.13: the replay of a score goes with it", arguments: JournalBackend.allCases)
    func replays(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let board = LeaderboardNumber(1)
        let blob = Blob(
            digest: try #require(BlobDigest([UInt8](repeating: 4, count: 32))), bytes: [UInt8](repeating: 4, count: 9))
        let (source, target) = (
            ScoreReplayKey(player: PlayerNumber(2), leaderboard: board, environment: .production),
            ScoreReplayKey(player: PlayerNumber(1), leaderboard: board, environment: .production)
        )
        let replay = ScoreReplay(sequence: JournalSequence(3), value: 7, verification: .live, trace: 99, log: blob)
        let move = ScoreReplayMove(from: source, JournalSequence(3), to: target, JournalSequence(8), isBest: true)
        let other = ScoreReplayMove(from: source, JournalSequence(4), to: target, JournalSequence(9), isBest: false)
        let facts: [ChallengeFact] = [
            .scoreReplay(source, replay), .scoreReplayMoved(move), .scoreReplayMoved(other), .erased(PlayerNumber(2)),
        ]
        try journal.commit(Change(facts: facts.map { .challenge($0) }))
        #expect(try journal.scoreReplay(target, value: 7) == blob)
        #expect(try journal.scoreReplay(source, value: 7) == nil)
        #expect(try journal.hasReplay(trace: 99, on: board, .production))
    }
}
