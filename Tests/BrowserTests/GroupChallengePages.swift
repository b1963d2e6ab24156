import Foundation
import Testing

/// Challenges of groups on the pages: begun from a definition, told, joined, followed and left. Scores are the game's
/// part, here sent by the interface. Who ends it is time, which a browser can't turn.
struct GroupChallengePages {
    let maker: Person
    let friend: Person

    func check() async throws {
        let address = try await made()
        try await joined(address)
        try await followed()
        try await left()
    }

    /// From the game's page, with the picker; the friend's open page says so at once.
    private func made() async throws -> String {
        try await maker.go(
            "/games/?id=com.ali.MonkeyJump&view=challenges", until: "document.querySelector('[data-definition] a')")
        try await maker.browser.click("[data-definition] a")
        try await maker.sees(".pick input")
        try await maker.browser.click(".picker-bar button")
        try await maker.browser.waits(until: "!document.querySelector('.picker [role=alert]').hidden")
        try await maker.browser.evaluate(
            "document.querySelector('#duration').value = 'threeDays'; document.querySelector('#tries').value = 'three'")
        try await maker.browser.click(".pick label")
        // Banners of the matches before may still be there.
        let banner = "document.querySelector('a.banner[href^=\"/challenges/groups/\"]')"
        async let told: Void = friend.browser.waits(until: "\(banner)?.innerText.includes('\(maker.alias)')")
        try await maker.browser.click(".picker-bar button")
        try await maker.sees("#done a[href^='/challenges/groups/']")
        try await told
        let lead = try await friend.browser.evaluate("return \(banner).getAttribute('href')")
        let address = try #require(lead as? String)
        #expect(address.hasPrefix("/challenges/groups/?challenge=GC"))
        return address
    }

    private func joined(_ address: String) async throws {
        try await friend.go(address, until: "document.querySelector('[data-state=invited]')")
        try await friend.sees("\(maker.alias) challenged you", in: ".group")
        try await friend.sees("in 3 days", in: ".group time")
        // The header counts the invitation until it is answered.
        let badge = "document.querySelector('[data-section=challenges] .nav-count')"
        try await friend.browser.waits(until: "!\(badge).hidden && \(badge).textContent.startsWith('1')")
        try await friend.browser.click("[data-act=join]")
        try await friend.browser.waits(until: "\(badge).hidden")
        try await friend.sees("You haven't tried yet", in: ".group-says")
        try await friend.sees("3 tries left", in: ".group")
        // The button that was pressed is gone: the next one has the focus.
        try await friend.browser.waits(until: "document.activeElement.dataset.act === 'play'")
    }

    /// Nothing is loaded again: a try shows by the leaderboard's event, and who is passed is told.
    private func followed() async throws {
        try await friend.browser.evaluate("window.isSame = true")
        try await friend.score(300, id: "group-first")
        try await friend.sees("You're in the lead", in: ".group-says")
        try await friend.sees("1 of 3 tries", in: "[data-own]")
        try await maker.go("/challenges/groups/", until: "document.querySelector('[data-state=running]')")
        try await maker.score(400, id: "group-second")
        try await friend.sees("You're #2", in: ".group-says")
        #expect(try await friend.browser.text(of: ".group-standings li:first-child .group-value") == "400 m")
        #expect(try await friend.browser.evaluate("return window.isSame") as? Bool == true)
        try await friend.browser.photograph("group-challenge")
    }

    private func left() async throws {
        try await friend.browser.click(".group .menu-button")
        try await friend.browser.click(".group .menu-danger")
        try await friend.sees("dialog .button-danger")
        try await friend.browser.click("dialog .button-danger")
        // The others; there are none.
        try await friend.browser.waits(until: "location.search === '' && document.querySelector('#content .state')")
        try await maker.go("/challenges/groups/", until: "document.querySelector('[data-state=running]')")
        #expect(try await maker.browser.count(of: ".group-standings li") == 1)
        try await maker.sees("You're in the lead", in: ".group-says")
    }
}
