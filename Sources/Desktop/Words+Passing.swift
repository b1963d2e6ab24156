// What is said besides the screens' phrases.
extension Words {
    static func sentLate(_ count: Int) -> String { say("lateSent", a: Int64(count)) }
    static func refusedLate(_ why: String) -> String { say("lateRefused", slot: why) }
    static var noGhost: String { say("noGhost") }
    static var runGone: String { say("runGone") }
    static var otherRun: String { say("otherRun") }
    static var challengeGone: String { say("challengeGone") }

    /// - Parameter isOpen: the browser shows the page already.
    static func signIn(at address: String, code: String, isOpen: Bool) -> String {
        say(isOpen ? "signInOpen" : "signInAt", slot: address, value: code)
    }

    // MARK: Sharing

    static var shareTitle: String { say("shareTitle") }
    static var shareQuestion: String { say("shareAsk") }
    static var shareMake: String { say("shareMake") }
    static var shareMaking: String { say("shareMaking") }
    static var shareCopy: String { say("shareCopy") }
    static var shareOpen: String { say("shareOpen") }
    static var shareOpened: String { say("shareOpened") }
    static var shareCopied: String { say("shareCopied") }
    static var shareFailed: String { say("shareFailed") }
    static var close: String { say("close") }
}
