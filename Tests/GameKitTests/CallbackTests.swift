import Foundation
import LaurelClient
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("What a game is told") struct CallbackTests {
    private final class Log: Sendable {
        let words = Mutex<[Int]>([])
        func add(_ word: Int) { words.withLock { $0.append(word) } }
    }

    @MainActor @Test("a program without a run loop hears in its frame: in order, once, and never inside another")
    func frame() async {
        let (callbacks, log) = (Callbacks(), Log())
        for word in 0..<3 {
            callbacks.add {
                log.add(word)
                // A call of update() inside a callback gets the rest after it.
                callbacks.drain()
                log.add(word + 10)
            }
        }
        #expect(log.words.withLock(\.self).isEmpty)
        callbacks.drain()
        #expect(log.words.withLock(\.self) == [0, 10, 1, 11, 2, 12])
        // The main queue's turn finds nothing left.
        await withCheckedContinuation { continuation in callbacks.add { continuation.resume() } }
        #expect(log.words.withLock(\.count) == 6)
    }

    @MainActor @Test("a program without a run loop asks the main queue for one turn, whatever it is told")
    func oneTurn() {
        let turns = Mutex<[@Sendable () -> Void]>([])
        let callbacks = Callbacks { turn in turns.withLock { $0.append(turn) } }
        let log = Log()
        for word in 0..<1_000 {
            callbacks.add { log.add(word) }
            callbacks.drain()
        }
        #expect(log.words.withLock(\.count) == 1_000 && turns.withLock(\.count) == 1)
        // With a run loop the turn comes, and the next thing to tell asks for another.
        callbacks.add { log.add(-1) }
        let turn = turns.withLock { $0.first }
        turn?()
        #expect(log.words.withLock(\.last) == -1)
        callbacks.add { log.add(-2) }
        #expect(turns.withLock(\.count) == 2)
    }

    @Test("on another thread update() tells nothing: the main queue does")
    func otherThread() async {
        let callbacks = Callbacks()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                callbacks.add {
                    #expect(Callbacks.isOnMain)
                    continuation.resume()
                }
                callbacks.drain()
            }
        }
    }

    @Test("every code is a constant of the error's type too, with Apple's number")
    func codes() {
        let codes: [GKError.Code] = [
            GKError.unknown, GKError.cancelled, GKError.communicationsFailure, GKError.userDenied,
            GKError.invalidCredentials, GKError.notAuthenticated, GKError.authenticationInProgress,
            GKError.invalidPlayer, GKError.scoreNotSet, GKError.parentalControlsBlocked,
            GKError.playerStatusExceedsMaximumLength, GKError.playerStatusInvalid, GKError.matchRequestInvalid,
            GKError.underage, GKError.gameUnrecognized, GKError.notSupported, GKError.invalidParameter,
            GKError.unexpectedConnection, GKError.challengeInvalid, GKError.turnBasedMatchDataTooLarge,
            GKError.turnBasedTooManySessions, GKError.turnBasedInvalidParticipant, GKError.turnBasedInvalidTurn,
            GKError.turnBasedInvalidState, GKError.invitationsDisabled, GKError.playerPhotoFailure,
            GKError.ubiquityContainerUnavailable, GKError.matchNotConnected, GKError.gameSessionRequestInvalid,
            GKError.restrictedToAutomatch, GKError.apiNotAvailable, GKError.notAuthorized,
            GKError.connectionTimeout, GKError.apiObsolete, GKError.iCloudUnavailable, GKError.lockdownMode,
            GKError.appUnlisted, GKError.debugMode, GKError.friendListDescriptionMissing,
            GKError.friendListRestricted, GKError.friendListDenied, GKError.friendRequestNotAvailable,
        ]
        #expect(codes.map(\.rawValue) == Array(1...38) + Array(100...103))
        #expect(Set(codes) == Set(GKError.Code.allCases))
    }

    @Test("an error speaks of what is kept where it is kept, and of what the server says where it says something")
    func errorSentences() {
        let away = GKError(ClientError.network(.unreachable))
        let promise = ErrorTexts.kept(languages: Locale.preferredLanguages)
        #expect(!away.localizedDescription.contains(promise))
        #expect(away.kept.localizedDescription == away.localizedDescription + promise)
        #expect((away.kept as NSError).localizedDescription == away.kept.localizedDescription)
        func told(_ kind: Problem.Kind, _ detail: String?) -> GKError {
            GKError(
                ClientError.problem(
                    ServerProblem(kind: kind, status: kind.status, title: kind.title, detail: detail)))
        }
        // Apple has one code for many refusals: their sentences differ.
        let refusals = [Problem.Kind.banned, .signUpClosed, .invitationRequired].map { told($0, nil) }
        #expect(Set(refusals.map(\.code)) == [.notAuthorized] && Set(refusals.map(\.localizedDescription)).count == 3)
        let full = told(.savedGamesFull, "At most 3 a game.")
        #expect(full.localizedDescription.hasSuffix("(At most 3 a game.)"))
        #expect(!told(.tooManyRequests, nil).localizedDescription.contains(away.localizedDescription))
        let off = [Problem.Kind.gameCenterDisabled, .notReleased, .prereleased].map {
            told($0, nil).localizedDescription
        }
        #expect(Set(off).count == 3)
    }

    @Test("every error says what to do, in English and in Chinese, and is caught as Foundation's are")
    func errors() {
        var texts: Set<String> = []
        for code in GKError.Code.allCases {
            let english = ErrorTexts.text(for: code, languages: ["en-GB", "zh"])
            let chinese = ErrorTexts.text(for: code, languages: ["zh-Hans-CN"])
            #expect(english.count > 20 && english.hasSuffix("."))
            #expect(chinese.hasSuffix("。") && chinese != english)
            texts.formUnion([english, chinese])
        }
        #expect(GKError.Code.allCases.count == 42 && texts.count == 84)
        for kind in Problem.Kind.allCases {
            guard let english = ErrorTexts.text(for: kind, languages: ["en"]) else { continue }
            let chinese = ErrorTexts.text(for: kind, languages: ["zh-Hans"])
            #expect(english.hasSuffix(".") && chinese?.hasSuffix("。") == true && chinese != english, "\(kind)")
        }
        let error: any Error = GKError(.cancelled, userInfo: ["x": "y"])
        #expect((error as NSError).domain == GKErrorDomain && (error as NSError).code == 2)
        #expect((error as NSError).userInfo["x"] as? String == "y")
        #expect(error.localizedDescription == (error as NSError).localizedDescription)
        #expect((error as? GKError)?.code == .cancelled && GKError.errorDomain == "GKErrorDomain")
        do { throw error } catch GKError.notAuthenticated {
            Issue.record("caught as another")
        } catch GKError.cancelled {
        } catch { Issue.record("not caught") }
    }
}
