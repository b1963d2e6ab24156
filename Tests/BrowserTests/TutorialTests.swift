import Foundation
import LaurelProcess
import Testing

/// The whole of the first tutorial, by two people with two browsers: one makes the app and its leaderboard in Connect,
/// plays and challenges; the other hears of it in an open page and, on a phone that is put away, by Web Push, beats it,
/// and
/// the challenge comes back.
@Suite("The first tutorial", .serialized, .timeLimit(.minutes(15))) struct TutorialTests {
    @Test(
        "rules 3.1 to 3.4, 4.10, 6.3, 6.4, 7.2: from no app at all to a challenge that is beaten and comes back",
        arguments: ["sandbox", "production"])
    func wholeTutorial(environment: String) async throws {
        let push = try await PushService()
        let server = try LaurelProcess(arguments: [
            "--developer-sign-up", "open", "--allow-private-deliveries", "--push-contact", "mailto:ali@games.example",
        ])
        let driver = try WebDriver()
        let ali = TutorialPlayer("ali", try await driver.open(.desktop), server, environment)
        let phone = TutorialPlayer("bea", try await driver.open(.phone), server, environment)
        let bea = TutorialPlayer("bea", try await driver.open(.desktop), server, environment)

        // Connect: the app id, the app, Game Center by one click, the leaderboard.
        try await ali.signUpFromHome()
        try await ali.makeApp()
        try await ali.makeLeaderboard()
        try await ali.linkGame()
        try await ali.seesFirstScoreArrive()
        if environment == "production" { try await ali.release() }

        // Friends, and a friend's browser that is told even while it is closed.
        try await phone.signUpFromHome()
        try await ali.befriend(phone)
        try await phone.turnPushOn(push)
        try await phone.putAway()
        try await bea.signIn()

        // A score, seen on the leaderboard, and a challenge with it.
        try await ali.play(to: 12)
        let goal = try await ali.seesOwnScore()
        try await bea.go("/challenges/", until: "document.querySelector('#content .state')")
        try await ali.challenge(bea, message: "Catch me if you can")
        try await bea.sees("ali challenged you", in: "#content .challenge")
        try await bea.sees("Catch me if you can", in: "#content .challenge q")
        let told = try await phone.hearsByPush(push, "challengeReceived")
        #expect(told == "MonkeyJump: ali challenged you to beat \(goal)")
        try await bea.browser.photograph("tutorial-challenged-\(environment)")

        // She plays it from the challenge, and beats it; both hear of it at once.
        try await ali.go("/inbox/", until: "document.querySelector('h1')")
        try await bea.playNow()
        let beaten = try await bea.play(beating: goal)
        try await ali.sees("bea beat your \(goal) with \(beaten)", in: ".inbox-list")
        #expect(try await phone.hearsByPush(push, "challengeCompleted").contains("MonkeyJump"))
        try await bea.go("/challenges/?view=history", until: "document.querySelector('[data-state=completed]')")
        #expect(try await bea.browser.text(of: "[data-state=completed]").contains("You completed ali's challenge"))

        // And it comes back: hers is his to beat now.
        try await ali.sees("bea challenged you", in: ".inbox-list")
        try await ali.follow(".notice-row:has(.notice-link) a[href^='/challenges/']:not([href*=history])")
        try await ali.sees("bea challenged you", in: "#content .challenge")
        try await ali.sees("\(beaten)", in: "#content .challenge h2")
        try await ali.browser.photograph("tutorial-came-back-\(environment)")
        try await ali.challengeBack(bea)
        try await bea.go("/challenges/", until: "document.querySelector('#content .challenge')")

        for player in [ali, bea, phone] {
            // What is no page of ours, such as where the phone was put away, names no picture of its own.
            let errors = try await player.browser.consoleErrors().filter { !$0.contains("/favicon.ico") }
            #expect(errors == [])
            try await player.browser.close()
        }
        #expect(server.stop() == 0)
    }
}
