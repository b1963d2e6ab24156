import Foundation
import LaurelClient
import LaurelWire
import Testing

@testable import GameKit

@Suite("Errors", .timeLimit(.minutes(15)))
struct ErrorTests {
    @Test("an NSError with GameKit's domain and code is a GKError") func bridging() throws {
        #expect((NSError(domain: GKErrorDomain, code: 6) as? GKError)?.code == .notAuthenticated)
        let kept: any Error = NSError(
            domain: GKErrorDomain, code: 17, userInfo: [NSLocalizedDescriptionKey: "No leaderboard “best”."])
        let error = try #require(kept as? GKError)
        #expect(error.code == .invalidParameter && error.localizedDescription == "No leaderboard “best”.")
        #expect(((GKError(.cancelled) as any Error as NSError) as? GKError)?.code == .cancelled)
        #expect(NSError(domain: GKErrorDomain, code: 999) as? GKError == nil)
        #expect(NSError(domain: NSCocoaErrorDomain, code: 6) as? GKError == nil)
    }

    @Test("rules 11.4, 11.10 and 12.20: what keeps a player from a match has Apple's code for it, and a sentence")
    func matchCodes() {
        let cases: [(kind: Problem.Kind, field: String?, code: GKError.Code)] = [
            (.playerRestricted, nil, .underage), (.tooManyAttempts, "players", .matchRequestInvalid),
            (.tooManyAttempts, "seats", .turnBasedInvalidState),
            // Of all that the player sends: it may pass by itself.
            (.tooManyAttempts, nil, .communicationsFailure), (.tooManyMatches, nil, .turnBasedTooManySessions),
        ]
        for (kind, field, code) in cases {
            let problem = ServerProblem(
                kind: kind, status: kind.status, title: kind.title, detail: "Friends only.", field: field)
            let error = GKError(ofMatch: .problem(problem), isGuest: false)
            #expect(error.code == code && error.localizedDescription.hasSuffix("(Friends only.)"))
            #expect(error.errorUserInfo[GKError.problemTypeKey] as? String == kind.rawValue)
        }
        let elsewhere = ServerProblem(kind: .playerRestricted, status: 403, title: "")
        #expect(GKError(ClientError.problem(elsewhere)).code == .parentalControlsBlocked)
    }

    @Test("rule 11.4: a guest who seeks strangers hears what a guest can do, and nothing of age or guardians")
    func guestAmongStrangers() {
        let kind = Problem.Kind.playerRestricted
        let problem = ServerProblem(kind: kind, status: kind.status, title: kind.title, detail: "Friends only.")
        let error = GKError(ofMatch: .problem(problem), isGuest: true)
        #expect(error.code == .notAuthorized)
        #expect(error.localizedDescription.hasPrefix("Guests can't play with strangers."))
        // Games know it by the kind.
        #expect(error.errorUserInfo[GKError.problemTypeKey] as? String == "player-restricted")
        let chinese = ErrorTexts.guestAmongStrangers(languages: ["zh-Hans"])
        #expect(chinese.hasPrefix("访客") && chinese.hasSuffix("。"))
        // What isn't about strangers is as for everybody.
        let full = ServerProblem(kind: .tooManyMatches, status: 409, title: "")
        #expect(GKError(ofMatch: .problem(full), isGuest: true).code == .turnBasedTooManySessions)
    }

    @Test("an NSError that a function throws is caught as a GKError") func catching() {
        func load() throws { throw NSError(domain: GKErrorDomain, code: GKError.Code.cancelled.rawValue) }
        do { try load() } catch GKError.cancelled { return } catch {
            Issue.record(error)
            return
        }
        Issue.record("nothing was thrown")
    }

    @Test("the error for a leaderboard or achievement that the game doesn't have names it") func unknownIDs()
        async throws
    {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let board = ali.run { GKLeaderboard() }
        board.identifier = "nowhere"
        let local = ali.local
        let achievement = ali.run { GKAchievement(identifier: "nothing") }
        achievement.percentComplete = 50
        let calls: [(String, @Sendable () async throws -> Void)] = [
            ("nowhere", { _ = try await board.loadEntries(for: [local], timeScope: .allTime) }),
            ("nowhere", { try await board.submitScore(1, context: 0, player: local) }),
            ("nowhere", { _ = try await board.loadImage() }),
            ("nothing", { try await GKAchievement.report([achievement]) }),
        ]
        for (id, call) in calls {
            do {
                try await ali.run { try await call() }
                Issue.record("\(id) is known")
            } catch {
                #expect((error as? GKError)?.code == .invalidParameter)
                #expect(error.localizedDescription.contains("“\(id)”"), "\(error.localizedDescription)")
            }
        }
    }

    @Test("a score or report that a game makes for another player is refused at once, and not kept")
    func anotherPlayer() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        let found = try await ali.run { try await GKPlayer.loadPlayers(forIdentifiers: [bea.local.gamePlayerID]) }
        let friend = try #require(found.first)
        let score = ali.run { GKScore(leaderboardIdentifier: "best", player: friend) }
        score.value = 3
        let report = ali.run { GKAchievement(identifier: "first", player: friend) }
        report.percentComplete = 100
        let calls: [@Sendable () async throws -> Void] = [
            {
                try await GKLeaderboard.submitScore(1, context: 0, player: friend, leaderboardIDs: ["best"])
            }, { try await GKScore.report([score]) }, { try await GKAchievement.report([report]) },
        ]
        for call in calls {
            do {
                try await ali.run { try await call() }
                Issue.record("it was taken")
            } catch {
                let error = try #require(error as? GKError)
                #expect(error.code == .invalidPlayer && error.userInfo[GKError.keptKey] == nil)
            }
        }
    }
}
