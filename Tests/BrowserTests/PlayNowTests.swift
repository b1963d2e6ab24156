import Foundation
import LaurelProcess
import Testing

/// "Play now" on a challenge, with a program on GameKit as the game.
@Suite("Play now on a page", .serialized, .timeLimit(.minutes(15))) struct PlayNowTests {
    @Test(
        "rules 6.5, 12.18: it reaches a running game as wantsToPlay; where none runs, the web game starts for it"
    )
    func playNow() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asking-ada", .desktop, driver, server)
        let bob = try await Person("playing-bob", .desktop, driver, server)
        try await ada.befriend(bob)
        try await ada.score(500, id: "ada")
        let sent = try await ada.call(
            "POST", "\(Person.game)/challenges",
            #"{"players":["\#(try await bob.id)"],"leaderboard":"HighScores","message":"Now!"}"#)
        let id = try #require((sent["challenges"] as? [[String: Any]])?.first?["id"] as? String, "\(sent)")
        let button = ".challenge .button-primary"

        // No game runs: its page opens, and knows for which challenge.
        try await bob.go("/challenges/", until: "document.querySelector('\(button)')")
        try await bob.browser.click(button)
        try await bob.browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        let started = try await bob.browser.evaluate("return new URLSearchParams(location.search).get('challenge')")
        #expect(started as? String == id)

        // It runs on his desktop.
        let game = try await runningGame(of: bob)
        defer { game.end(with: SIGKILL) }
        try await bob.go("/challenges/", until: "document.querySelector('\(button)')")
        while try await bob.call("POST", "/v1/challenges/\(id)/play")["isRunning"] as? Bool != true {}
        #expect(await line(of: game) == "wants to play Now!")
        try await bob.browser.click(button)
        #expect(await line(of: game) == "wants to play Now!")
        try await bob.sees("MonkeyJump", in: ".banner")
        #expect(try await bob.browser.evaluate("return location.pathname") as? String == "/challenges/")
        try await bob.browser.photograph("play-now-running")

        // A match opens the game's page all the same: what runs might be that page, in another tab.
        let begun = try await bob.call(
            "POST", "\(Person.game)/matches",
            #"{"key":"00000000000000000000000000000001","minPlayers":2,"maxPlayers":2}"#)
        let match = try #require(begun["id"] as? String, "\(begun)")
        let told = try await bob.call("POST", "\(Person.game)/matches/\(match)/play")
        #expect(told["isRunning"] as? Bool == true, "\(told)")
        try await bob.go("/matches/?match=\(match)", until: "document.querySelector('a[data-act=play]')")
        try await bob.browser.click("a[data-act=play]")
        try await bob.browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        let opened = try await bob.browser.evaluate("return new URLSearchParams(location.search).get('match')")
        #expect(opened as? String == match)
        try await bob.go("/challenges/", until: "document.querySelector('\(button)')")

        // It has ended: the next press opens the page again.
        game.end(with: SIGKILL)
        while try await bob.call("POST", "/v1/challenges/\(id)/play")["isRunning"] as? Bool != false {}
        try await bob.browser.click(button)
        try await bob.browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    /// A program on GameKit, on a device that its player has signed in on.
    private func runningGame(of person: Person) async throws -> ChildProcess {
        let device = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path
        let environment = [
            "LAUREL_SERVER": person.server.base.absoluteString, "LAUREL_DEVICE": device,
            "LAUREL_BUNDLE_ID": "com.ali.MonkeyJump",
        ]
        let signIn = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", #"echo "jump over $1" | "$0" sign-in --alias "$1""#, BuiltProducts.executable("laurel").path,
                person.alias,
            ], environment: environment)
        #expect(await line(of: signIn)?.contains("is signed in") == true)
        let game = try ChildProcess(BuiltProducts.executable("ChallengePlayer"), [], environment: environment)
        #expect(await line(of: game) == "signed in")
        return game
    }

    /// The next line that it prints, read on a thread of its own.
    private func line(of process: ChildProcess) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.nextLine()) }
        }
    }
}
