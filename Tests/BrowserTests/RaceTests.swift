import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// Running against a run that somebody shows to everybody.
@Suite("Racing a shared run", .serialized, .timeLimit(.minutes(15))) struct RaceTests {
    @Test("a run is raced from where it is watched, signed out: it runs beside, and one is told who won")
    func race() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("fast-ada", .desktop, driver, server)
        let run = PlayedLog.monkeyJump(seed: 21, ticks: 300)
        let id = try await ada.show(run)
        try await ada.leave()
        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page("/watch/?share=" + id))
        try await browser.waits(until: "globalThis.watching !== undefined")
        try await browser.click("#play")
        try await browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        try await browser.waits(until: "document.querySelector('#banner').innerText.includes('fast-ada')")
        try await browser.click("[data-action=play]")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        try await browser.evaluate(GameChallengeTests.bot, [Int(run.score) + 5])
        let seed = try await browser.evaluate("return [...monkeyjump.log().slice(10, 18)]") as? [Int]
        #expect(seed == run.bytes[10..<18].map(Int.init))
        try await browser.waits(until: "document.querySelector('.result .good')?.innerText.includes('fast-ada')")
        try await browser.photograph("race-beaten")
        // The race was one run: the home screen begins others. The first moment of game over takes no click.
        try await browser.waits(
            until:
                "document.querySelector('[data-action=menu]')?.click() ?? document.querySelector('[data-action=play]')")
        try await browser.click("[data-action=play]")
        try await browser.waits(until: "document.body.dataset.screen === 'play'")
        let other = try await browser.evaluate("return [...monkeyjump.log().slice(10, 18)]") as? [Int]
        #expect(other != seed)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a run that the game cannot play is said to be one, and Play is a run of one's own")
    func otherGame() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("cactus-ada", .desktop, WebDriver(), server)
        let cacti = "com.dragonforged.whackacac"
        let id = try await ada.show(
            PlayedLog.whackACac(seed: 3, ticks: 1_500), of: cacti, "\(cacti).leaderboard")
        try await ada.go(MainJobTests.game + "?share=" + id)
        try await ada.sees("another game", in: "#banner")
        try await ada.browser.photograph("race-other-game")
        try await ada.browser.click("[data-action=play]")
        try await ada.browser.waits(until: "document.body.dataset.screen === 'play'")
        // Of its own, an old version's log is none that can be raced, nor is half a log.
        let log = PlayedLog.monkeyJump(seed: 1, ticks: 100).bytes
        var newer = log
        newer[8] = 9
        let races = "return monkeyjump.canRace(new Uint8Array(arguments[0]))"
        for (bytes, canRace) in [(log, true), (newer, false), (Array(log.dropLast()), false)] {
            #expect(try await ada.browser.evaluate(races, [bytes.map(Int.init)]) as? Bool == canRace)
        }
        try await ada.leave()
        #expect(server.stop() == 0)
    }
}
