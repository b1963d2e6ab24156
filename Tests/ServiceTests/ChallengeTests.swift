import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("Challenges", .timeLimit(.minutes(15))) struct ChallengeTests {
    @Test("rule 6.1: a score challenge needs a score of the sender that is at least as good")
    func score() async throws {
        let play = try await PlayFixture()
        try await play.board()
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(2, by: 1) }
        try await play.submit(40, by: 1)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(2, by: 1, value: 41) }
        let issued = try await play.challenge(2, by: 1, value: 39, message: "Catch me!")
        #expect(issued.map(\.isNew) == [true])
        #expect(issued[0].details.message == "Catch me!")
        #expect(try await play.challenge(3, by: 1).first?.details.challenge.goal.value == 40)
        await #expect(throws: IssueChallengesError.unknownLeaderboard) {
            try await play.challenge(2, by: 1, on: "Nothing")
        }
        #expect(try await play.list(2).map(\.goal.value) == [39])
        #expect(try await play.list(2).map(\.state) == [.pending])
        #expect(try await play.notices() == ["2 challengeReceived 1", "3 challengeReceived 1"])
    }

    @Test("rule 6.1: where the last score counts, an earlier one that was as good still stands behind a challenge")
    func mostRecent() async throws {
        let play = try await PlayFixture()
        try await play.board {
            $0.submissionType = .mostRecent
            $0.sortOrder = .lowToHigh
        }
        for value in [30, 10, 20] as [Int64] { try await play.submit(value, by: 1) }
        #expect(try await play.challenge(2, by: 1, value: 10).first?.isNew == true)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(2, by: 1, value: 9) }
    }

    @Test("rule 6.1: between two occurrences the best of the last one counts, and nothing that was taken out")
    func gap() async throws {
        let play = try await PlayFixture()
        let recurrence = try Recurrence(start: play.time.moment, duration: .hours(2), interval: .hours(3))
        let board = try await play.board { $0.kind = .recurring(recurrence) }
        let stream = StreamID(team: play.app.team, environment: .production)
        for value in [40, 50, 30] as [Int64] { try await play.submit(value, by: 1) }
        let taken = try #require(try play.store.journal.last(of: stream)).sequence.advanced(by: -1)
        _ = try await ModerateScore(play.keeper).remove(taken, from: board, of: play.app, .production)
        play.time.advance(.minutes(150))
        #expect(try await play.challenge(2, by: 1).first?.details.challenge.goal.value == 40)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(3, by: 1, value: 50) }
    }

    @Test("rules 4.1, 6.1, 8.1: a challenge that comes after its occurrence stands on its score while that can be read")
    func occurrenceBefore() async throws {
        let play = try await PlayFixture()
        let recurrence = try Recurrence(start: play.time.moment, duration: .hours(1), interval: .hours(1))
        try await play.board { $0.kind = .recurring(recurrence) }
        play.time.advance(.minutes(50))
        let made = play.time.moment
        play.time.advance(.minutes(20))
        try await play.submit(100, by: 1, date: made)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(2, by: 1) }
        #expect(try await play.challenge(2, by: 1, value: 100).first?.isNew == true)
        try await play.submit(20, by: 1)
        #expect(try await play.challenge(3, by: 1, value: 99).first?.details.challenge.goal.value == 99)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(4, by: 1, value: 101) }
        #expect(try await play.challenge(4, by: 1).first?.details.challenge.goal.value == 20, "the entry as it is now")
        play.time.advance(Recurrence.readableSpan)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(5, by: 1, value: 100) }
    }

    @Test("rule 6.1: an achievement challenge is for what the sender has, shown to all, and the receiver may earn")
    func achievement() async throws {
        let play = try await PlayFixture()
        try await play.achievement("Once")
        try await play.achievement("Hidden") { $0.isHidden = true }
        try await play.achievement("Again") { $0.isRepeatable = true }
        await #expect(throws: IssueChallengesError.achievementNotEarned) {
            try await play.challenge(2, by: 1, with: "Once")
        }
        for id in ["Once", "Hidden", "Again"] { try await play.report(100, of: id, by: 1) }
        await #expect(throws: IssueChallengesError.achievementHidden) {
            try await play.challenge(2, by: 1, with: "Hidden")
        }
        try await play.challenge(2, 3, by: 1, with: "Once")
        let early = play.time.moment.advanced(by: .seconds(-1))
        #expect(try await play.report(50, of: "Once", by: 2).setOff == .nothing)
        let done = try await play.report(100, of: "Once", by: 2)
        #expect(done.setOff.completed.count == 1 && done.setOff.answers.isEmpty)
        #expect(try await play.list(2).map(\.state) == [.completed])
        #expect(try await play.report(100, of: "Once", by: 3, date: early).setOff == .nothing)
        #expect(try await play.list(3).map(\.state) == [.pending])
        await #expect(throws: IssueChallengesError.achievementEarned(item: 1)) {
            try await play.challenge(4, 2, by: 1, with: "Once")
        }
        #expect(try await play.list(4).isEmpty)
        try await play.report(100, of: "Again", by: 2)
        try await play.challenge(2, by: 1, with: "Again")
        let sent = try await play.report(100, of: "Again", by: 2, id: "r")
        #expect(sent.setOff.completed.count == 1)
        #expect(try await play.report(100, of: "Again", by: 2, id: "r").setOff == sent.setOff)
    }

    @Test("rule 6.2: receivers are friends, not oneself, not twice, at most ten; one refused refuses all")
    func receivers() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(40, by: 1)
        await #expect(throws: IssueChallengesError.oneself(item: 1)) { try await play.challenge(2, 1, by: 1) }
        await #expect(throws: IssueChallengesError.receiverTwice(item: 1)) { try await play.challenge(2, 2, by: 1) }
        await #expect(throws: IssueChallengesError.noReceivers) { try await play.challenge(by: 1) }
        await #expect(throws: IssueChallengesError.tooManyReceivers(limit: 10)) {
            try await play.challenge(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, by: 1)
        }
        play.part(1, 3)
        await #expect(throws: IssueChallengesError.notFriend(item: 1)) { try await play.challenge(2, 3, by: 1) }
        await #expect(throws: IssueChallengesError.message(limit: 300)) {
            try await play.challenge(2, by: 1, message: String(repeating: "x", count: 301))
        }
        await #expect(throws: IssueChallengesError.message(limit: 300)) {
            try await play.challenge(2, by: 1, message: "two\nlines")
        }
        #expect(try await play.list(1, .sent).isEmpty)
        #expect(try await play.notices().isEmpty)
        #expect(try await play.challenge(2, 4, 5, 6, 7, 8, 9, 10, 11, 12, by: 1).count == 10)
    }

    @Test("rule 6.2: of one pair and leaderboard the harder challenge stands, both ways at once")
    func harder() async throws {
        let play = try await PlayFixture()
        try await play.board()
        for player in [1, 2] as [UInt32] { try await play.submit(40, by: player) }
        let first = try await play.challenge(2, by: 1, value: 20)
        try await play.challenge(1, by: 2, value: 20)
        let easier = try await play.challenge(2, by: 1, value: 20)
        #expect(easier.map(\.isNew) == [false])
        #expect(easier[0].details.challenge.number == first[0].details.challenge.number)
        try await play.challenge(2, by: 1, value: 30)
        #expect(try await play.list(2).map { "\($0.goal.value) \($0.state.name)" } == ["30 pending", "20 invalid"])
        #expect(try await play.list(1).map(\.state) == [.pending])
    }

    @Test("rule 6.2: ten a day for one pair and leaderboard, and fifty pending for one receiver")
    func bounds() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.board("Other")
        for player in 1...60 as ClosedRange<UInt32> { try await play.submit(1_000, by: player) }
        try await play.submit(1_000, by: 1, to: "Other")
        for value in 1...10 as ClosedRange<Int64> { try await play.challenge(2, by: 1, value: value) }
        await #expect(throws: IssueChallengesError.tooManyToday(item: 0, limit: 10)) {
            try await play.challenge(2, by: 1, value: 11)
        }
        try await play.challenge(2, by: 1, on: "Other")
        try await play.challenge(3, by: 1)
        let restarted = try await play.restarted()
        await #expect(throws: IssueChallengesError.tooManyToday(item: 0, limit: 10)) {
            try await restarted.challenge(2, by: 1, value: 11)
        }
        play.time.advance(.days(1))
        try await restarted.challenge(2, by: 1, value: 11)
        for sender in 3...51 as ClosedRange<UInt32> { try await restarted.challenge(2, by: sender) }
        await #expect(throws: IssueChallengesError.tooManyPending(item: 0, limit: 50)) {
            try await restarted.challenge(2, by: 52)
        }
        // A harder one of the same sender takes the place of his own.
        try await restarted.challenge(2, by: 1, value: 12)
    }

    @Test("rules 4.10, 6.3: a score dated after the issue that is equal or better completes it, in its own commit")
    func completion() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await PlayFixture(store)
        try await play.board()
        try await play.submit(40, by: 1)
        let before = play.time.moment.advanced(by: .seconds(-1))
        let number = try await play.challenge(2, by: 1)[0].details.challenge.number
        #expect(try await play.submit(39, by: 2).setOff == .nothing)
        #expect(try await play.submit(50, by: 2, date: before).setOff == .nothing)
        #expect(try await play.submit(50, by: 2, eligible: []).setOff == .nothing)
        let commits = journal.commits.count
        let done = try await play.submit(40, by: 2, id: "a", eligible: [number])
        #expect(journal.commits.count == commits + 1)
        #expect(done.setOff == SetOff(completed: [number]))
        #expect(try await play.list(2).map(\.state) == [.completed])
        #expect(
            try await play.notices() == ["2 challengeReceived 1", "2 challengeCompleted 1", "1 challengeCompleted 2"])
        let again = try await play.submit(40, by: 2, id: "a")
        #expect(again.isRepeat && again.setOff == done.setOff)
        let restarted = try await play.restarted()
        #expect(try await restarted.submit(40, by: 2, id: "a").setOff == done.setOff)
        #expect(try await restarted.notices().count == 3)
    }

    @Test("rule 6.3: when the commit of the score fails, the challenge is pending as before")
    func commitFails() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await PlayFixture(store)
        try await play.board()
        try await play.submit(40, by: 1)
        try await play.challenge(2, by: 1)
        journal.failNext(.unavailable)
        await #expect(throws: SubmitScoresError.unavailable) { try await play.submit(50, by: 2, id: "a") }
        #expect(try await play.list(2).map(\.state) == [.pending])
        journal.failNext(.unavailable)
        await #expect(throws: IssueChallengesError.unavailable) { try await play.challenge(3, by: 1) }
        #expect(try await play.list(3).isEmpty)
        let done = try await play.submit(50, by: 2, id: "a")
        #expect(done.setOff.completed.count == 1 && done.setOff.answers.count == 1)
        #expect(try await play.list(2).map(\.state) == [.completed])
        try await play.challenge(3, by: 1)
        #expect(try await play.list(3).map(\.state) == [.pending])
    }

    @Test("rule 6.3: the receiver may decline, once, and the sender is told")
    func decline() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(40, by: 1)
        let number = try await play.challenge(2, by: 1)[0].details.challenge.number
        let decline = DeclineChallenge(play.challenges)
        await #expect(throws: ChallengeError.notReceiver) { try await decline(number, as: play.session(1)) }
        await #expect(throws: ChallengeError.unknownChallenge) { try await decline(number, as: play.session(3)) }
        await #expect(throws: ChallengeError.unknownChallenge) {
            try await decline(number, as: play.session(2, .sandbox))
        }
        try await decline(number, as: play.session(2))
        try await decline(number, as: play.session(2))
        #expect(try await play.list(2).map(\.state) == [.declined])
        #expect(try await play.notices() == ["2 challengeReceived 1", "1 challengeDeclined 2"])
        #expect(try await play.submit(50, by: 2).setOff == .nothing)
    }

    @Test("rule 6.3: after 30 days, or when leaderboard, achievement, friendship or player goes, it is invalid")
    func invalid() async throws {
        let play = try await PlayFixture()
        let board = try await play.board()
        try await play.board("Closing")
        let achievement = try await play.achievement()
        for id in ["HighScores", "Closing"] { try await play.submit(40, by: 1, to: id) }
        try await play.report(100, by: 1)
        try await play.challenge(2, by: 1)
        play.time.advance(Challenge.lifetime)
        #expect(try await play.list(2).map(\.state) == [.invalid])
        #expect(try await play.list(2, .received, .pending).isEmpty)
        #expect(try await play.submit(50, by: 2).setOff == .nothing)
        #expect(try await play.store.directory.challenge(ChallengeNumber(1))?.challenge.settled == play.time.moment)

        try await play.challenge(3, 4, by: 1, on: "Closing")
        let closing = try #require(play.catalogue.leaderboard(try LeaderboardID("Closing"), of: play.app.number))
        _ = try await ConfigureLeaderboard(play.keeper).update(closing.number, of: play.app) { $0.isArchived = true }
        #expect(try await play.list(3).map(\.state) == [.invalid])
        await #expect(throws: IssueChallengesError.leaderboardArchived) {
            try await play.challenge(3, by: 1, on: "Closing")
        }
        try await play.challenge(3, by: 1, with: "FirstJump")
        _ = try await ConfigureAchievement(play.keeper).update(achievement.number, of: play.app) {
            $0.isArchived = true
        }
        #expect(try await play.list(3).map(\.state) == [.invalid, .invalid])

        try await play.challenge(5, 6, 7, by: 1)
        play.part(5, 1)
        play.partSilently(1, 6)
        #expect(try await play.submit(50, by: 6).setOff == .nothing)
        play.partSilently(1, 7)
        try await EndChallenges(play.challenges).reconcile()
        for player in 5...7 as ClosedRange<UInt32> { #expect(try await play.list(player).map(\.state) == [.invalid]) }

        try await play.challenge(8, by: 1)
        try await EndChallenges(play.challenges).appEnded(play.app.number)
        #expect(try await play.list(8).map(\.state) == [.invalid])
        try await play.challenge(9, by: 1, message: "bring a friend")
        try await EndChallenges(play.challenges).playerErased(PlayerNumber(1))
        #expect(try await play.list(9).isEmpty)
        #expect(try await play.submit(50, by: 9).setOff == .nothing)
        #expect(board.number == LeaderboardNumber(1))
    }

    @Test("rule 6.4: a strictly better score goes back as a challenge, and the game goes on within its rate")
    func sentBack() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(1, by: 1)
        try await play.challenge(2, by: 1, message: "mine")
        var value: Int64 = 1
        var answered = 0
        for _ in 0..<40 {
            value += 1
            let player: UInt32 = value % 2 == 0 ? 2 : 1
            let done = try await play.submit(value, by: player)
            if done.setOff.completed.isEmpty { break }
            answered += done.setOff.answers.count
        }
        // Ten a day from 2 to 1, and nine from 1 to 2 beside the first: then nobody is asked any more.
        #expect(answered == 19)
        let all = try await play.list(1)
        #expect(all.count == 10 && all.allSatisfy { $0.sender == PlayerNumber(2) })
        let back = try #require(try await play.store.directory.challenge(all[0].number))
        #expect(back.message.isEmpty)
    }

    @Test("rule 6.4: nothing goes back for an equal score, past a harder challenge, or to a player who has muted it")
    func notSentBack() async throws {
        let play = try await PlayFixture()
        let board = try await play.board()
        for player in [1, 3] as [UInt32] { try await play.submit(100, by: player) }
        try await play.challenge(2, by: 1, value: 10)
        #expect(try await play.submit(10, by: 2).setOff.answers.isEmpty)
        try await play.challenge(1, by: 3, value: 50)
        try await play.challenge(2, by: 1, value: 11)
        #expect(try await play.submit(20, by: 2).setOff.answers.isEmpty)
        try await play.challenge(2, by: 1, value: 21)
        #expect(try await play.submit(51, by: 2).setOff.answers.count == 1)
        let mute = ChallengeMute(player: PlayerNumber(1), sender: PlayerNumber(2), leaderboard: board.number)
        try await MuteChallenges(play.challenges)(mute, isMuted: true)
        let muted = try await play.restarted()
        try await muted.challenge(2, by: 1, value: 52)
        #expect(try await muted.submit(90, by: 2).setOff.answers.isEmpty)
        // Muted is not refused: it comes, and nobody tells him.
        let told = try await muted.notices().count
        try await muted.challenge(1, by: 2, value: 89)
        #expect(try await muted.list(1).first?.state == .pending)
        #expect(try await muted.notices().count == told)
        try await MuteChallenges(muted.challenges)(mute, isMuted: false)
        #expect(try await ReadChallenges(muted.challenges).mutes(of: PlayerNumber(1)).isEmpty)
    }

    @Test("rule 6.1: a replay goes along, of the score or of the challenge, kept once and let go of in the end")
    func replay() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(40, by: 1, replay: [1, 2, 3])
        let issued = try await play.challenge(2, 3, by: 1)
        let sha256 = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
        #expect(issued.map(\.details.replay) == [sha256, sha256])
        let numbers = issued.map(\.details.challenge.number)
        let read = ReadChallenges(play.challenges)
        #expect(try await read.replay(of: numbers[0], as: play.session(2)).bytes == [1, 2, 3])
        #expect(try await read.replay(of: numbers[0], as: play.session(1)).sha256 == sha256)
        await #expect(throws: ChallengeError.unknownChallenge) {
            try await read.replay(of: numbers[0], as: play.session(3))
        }
        let done = try await play.submit(50, by: 2, replay: [9])
        await #expect(throws: ChallengeError.noReplay) { try await read.replay(of: numbers[0], as: play.session(2)) }
        #expect(try await read.replay(of: numbers[1], as: play.session(3)).bytes == [1, 2, 3])
        let back = try #require(done.setOff.answers.first)
        #expect(try await read.replay(of: back, as: play.session(1)).bytes == [9])
        await #expect(throws: IssueChallengesError.replayTooLarge(limit: 262_144)) {
            try await play.challenge(4, by: 1, replay: [UInt8](repeating: 0, count: 262_145))
        }
        try await EndChallenges(play.challenges).playerErased(PlayerNumber(1))
        try await EndChallenges(play.challenges).playerErased(PlayerNumber(2))
        let digest = try #require(BlobDigest(sha256))
        #expect(try await play.store.directory.blob(digest) == nil)
    }

    @Test("rules 3.2, 6.3: Sandbox and Production have challenges of their own")
    func environments() async throws {
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(40, by: 1, environment: .sandbox)
        await #expect(throws: IssueChallengesError.noSuchScore) { try await play.challenge(2, by: 1) }
        try await play.challenge(2, by: 1, environment: .sandbox)
        #expect(try await play.submit(50, by: 2).setOff == .nothing)
        #expect(try await play.list(2).isEmpty)
        #expect(try await play.submit(50, by: 2, environment: .sandbox).setOff.completed.count == 1)
    }
}

extension ChallengeGoal {
    var value: Int64 {
        if case .score(_, let value, _) = self { value } else { 0 }
    }
}
