import Foundation
import LaurelProcess
import Testing

/// Back closes what is open over a page; only the next Back leaves the page.
@Suite("Back", .serialized, .timeLimit(.minutes(15))) struct BackTests {
    private static let settings = "/me/settings/?view=security"
    private static let isClosed = "!document.querySelector('dialog') && history.state === null"

    @Test("Back closes a dialog, and leaves the page from there on, however the dialog was closed")
    func dialog() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-ada", .phone, WebDriver(), server)
        let browser = ada.browser
        try await openDialog(ada)
        try await browser.back()
        try await browser.waits(until: Self.isClosed)
        #expect(try await browser.evaluate("return document.activeElement.id") as? String == "new-codes")
        // Forward finds no dialog, and opens none; another one can be opened there, and both entries are left.
        try await browser.evaluate("history.forward()")
        try await browser.waits(until: "history.state?.layer === 1")
        #expect(try await browser.count(of: "dialog") == 0)
        try await browser.click("#new-codes")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        try await browser.back()
        try await browser.waits(until: "!document.querySelector('dialog') && history.state?.layer === 1")
        try await leavesPage(browser)

        try await openDialog(ada)
        try await browser.press(.escape)
        try await browser.waits(until: Self.isClosed)
        try await leavesPage(browser)

        // A reload takes the dialog away, and leaves its entry.
        try await openDialog(ada)
        try await browser.evaluate("window.isOld = true; location.reload()")
        try await browser.waits(until: "!window.isOld && document.querySelector('#new-codes')")
        try await leavesPage(browser)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("of two dialogs Back closes the upper one; a dialog's link opens its page, and Back comes back from there")
    func severalAndLinks() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-twice", .desktop, WebDriver(), server)
        let browser = ada.browser
        try await openDialog(ada)
        try await browser.evaluate(
            "return import('/elements/dialog.js').then(({ tell }) => { tell({ title: 'Second', text: '' }); })")
        try await browser.waits(until: "document.querySelectorAll('dialog[open]').length === 2")
        try await browser.back()
        try await browser.waits(until: "document.querySelectorAll('dialog').length === 1")
        #expect(try await browser.text(of: "dialog h2") != "Second")
        try await browser.back()
        try await browser.waits(until: Self.isClosed)

        try await browser.evaluate(
            """
            return import('/elements/dialog.js').then(({ openDialog }) => {
                const link = document.createElement('a');
                link.href = '/inbox/';
                link.textContent = 'Inbox';
                openDialog({ title: 'Link', fill: () => [link] });
            });
            """)
        try await browser.click("dialog a")
        try await browser.waits(until: "location.pathname === '/inbox/'")
        try await browser.back()
        try await browser.waits(until: "document.querySelector('#new-codes')")
        // The browser may have kept the page as it was, with its dialog.
        if try await browser.count(of: "dialog") == 1 {
            try await browser.back()
            try await browser.waits(until: Self.isClosed)
        }
        try await leavesPage(browser)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("Back in a game's list goes to the game's home screen, and from there to the page before")
    func game() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-player", .phone, WebDriver(), server)
        let browser = ada.browser
        try await ada.go("/friends/")
        try await ada.go(
            MainJobTests.game, until: "monkeyjump.state().status === 'in' && document.querySelector('.menu')")
        for list in ["Scores", "Achievements", "Challenges"] {
            let opener = "[data-action=open\(list)]"
            try await browser.click(opener)
            try await browser.waits(until: "document.querySelector('.panel [data-action=back]')")
            // Once by the browser's, once by the list's own, which leaves no entry behind.
            if list == "Achievements" {
                try await browser.click(".panel [data-action=back]")
            } else {
                try await browser.back()
            }
            try await browser.waits(until: "document.querySelector('.menu') && history.state === null")
            try await browser.waits(until: "document.activeElement.matches('\(opener)')")
        }
        try await browser.back()
        try await browser.waits(until: "location.pathname === '/friends/'")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    // MARK: What a person does

    /// From one page to another, and a dialog there.
    private func openDialog(_ person: Person) async throws {
        try await person.go("/friends/")
        try await person.go(Self.settings, until: "document.querySelector('#new-codes')")
        try await person.browser.click("#new-codes")
        try await person.browser.waits(until: "document.querySelector('dialog[open] #password')")
    }

    private func leavesPage(_ browser: Browser) async throws {
        try await browser.back()
        try await browser.waits(until: "location.pathname === '/friends/'")
    }
}
