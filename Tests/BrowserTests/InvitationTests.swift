import Foundation
import LaurelProcess
import Testing

/// Somebody opens a link that a player has sent.
@Suite("Invitation links in a browser", .serialized, .timeLimit(.minutes(15))) struct InvitationTests {
    @Test("rule 2.1: a visitor of a link sees who invites, signs in if need be, and becomes a friend with one press")
    func accept() async throws {
        let server = try LaurelProcess(arguments: [])
        let browser = try await WebDriver().open(.phone)
        try await browser.go(to: server.page("/"))
        try await browser.send("/v1/players", #"{"alias":"inviter","password":"jump over a log","cookie":true}"#)
        let made = try await browser.send("/v1/friend-invitations", "{}")
        let code = try #require(made["code"] as? String)
        #expect((made["url"] as? String)?.hasSuffix("/invite/#" + code) == true)
        // Somebody else's browser, signed out at first.
        try await browser.evaluate("return fetch('/v1/sessions/current', { method: 'DELETE' }).then(a => a.status)")
        try await browser.go(to: server.page("/invite/#" + code))
        try await browser.waits(until: "document.getElementById('sign-in')")
        #expect(try await browser.text(of: ".enter h1").contains("inviter"))
        #expect(try await browser.count(of: "a#join[href$='&new']") == 1, "who has no account can make one")
        try await browser.photograph("invite-signed-out")
        try await browser.send("/v1/players", #"{"alias":"invited","password":"jump over a log","cookie":true}"#)
        // As after the sign-in page: without the code in the address.
        try await browser.go(to: server.page("/"))
        try await browser.go(to: server.page("/invite/"))
        try await browser.waits(until: "document.querySelector('.enter form button')")
        #expect(try await browser.text(of: ".enter h1").contains("inviter"))
        try await browser.photograph("invite")
        try await browser.click(".enter form button")
        try await browser.waits(until: "!document.querySelector('.enter form')")
        let friends = try await browser.evaluate(
            "return fetch('/v1/friends').then(answer => answer.json()).then(list => list.friends[0].displayName)")
        #expect(friends as? String == "inviter")
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
