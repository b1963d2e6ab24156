import Foundation
import LaurelProcess
import Testing

/// Back closes what is open over a page; only the next Back leaves the page.
@Suite("Back", .serialized, .timeLimit(.minutes(15))) struct BackTests {
    private static let settings = "/me/settings/?view=security"
    private static let isClosed = "!document.querySelector('dialog')"
    /// The present entry of the history is the page's own, not that of something over it.
    private static let isPage = "history.state?.layer === 0"

    @Test("Back closes a dialog, and leaves the page from there on, however the dialog was closed")
    func dialog() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-ada", .phone, WebDriver(), server)
        let browser = ada.browser
        try await openDialog(ada)
        try await browser.back()
        try await browser.waits(until: "\(Self.isClosed) && \(Self.isPage)")
        #expect(try await browser.evaluate("return document.activeElement.id") as? String == "new-codes")
        // Forward finds no dialog, and opens none; another one takes the entry.
        try await browser.evaluate("history.forward()")
        try await browser.waits(until: "history.state?.layer === 1")
        #expect(try await browser.count(of: "dialog") == 0)
        try await browser.click("#new-codes")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        try await browser.back()
        try await browser.waits(until: "\(Self.isClosed) && \(Self.isPage)")
        try await leavesPage(browser)

        // Closed otherwise, the entry is left: the next dialog takes it, and the page keeps where it was scrolled to.
        try await openDialog(ada)
        try await browser.press(.escape)
        try await browser.waits(until: Self.isClosed)
        let length = try await browser.evaluate("return history.length") as? Int
        try await browser.evaluate("scrollTo(0, 0); document.querySelector('#new-codes').click()")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
        #expect(try await browser.evaluate("return history.length") as? Int == length)
        try await browser.back()
        try await browser.waits(until: "\(Self.isClosed) && \(Self.isPage)")
        #expect(try await browser.evaluate(Self.scrolled) as? Int == 0)
        try await browser.click("#new-codes")
        try await browser.waits(until: "document.querySelector('dialog[open]')")
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

    @Test("in a tab that begins with a page, a left entry takes one Back that changes nothing, also after a reload")
    func firstPage() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-first", .desktop, WebDriver(), server)
        let browser = ada.browser
        let other = try await browser.window
        try await browser.evaluate("window.open('\(Self.settings)')")
        try await browser.switchToNewWindow(from: [other])
        try await browser.waits(until: "document.querySelector('#new-codes')")
        #expect(try await browser.evaluate("return history.length") as? Int == 1)
        for reloads in [false, true] {
            try await browser.click("#new-codes")
            try await browser.waits(until: "document.querySelector('dialog[open] #password')")
            if reloads {
                try await browser.evaluate("window.isOld = true; location.reload()")
                try await browser.waits(until: "!window.isOld && document.querySelector('#new-codes')")
            } else {
                try await browser.press(.escape)
                try await browser.waits(until: Self.isClosed)
            }
            #expect(try await browser.evaluate("return history.state.layer") as? Int == 1)
            // Nothing is before the page: the browser goes to the page's own entry, and stays there.
            try await browser.evaluate("window.isSame = true")
            try await browser.back()
            try await browser.waits(until: "window.isSame && \(Self.isClosed) && \(Self.isPage)")
        }
        // Another dialog adds its entry there, and Back closes it.
        try await browser.click("#new-codes")
        try await browser.waits(until: "document.querySelector('dialog[open]') && history.state.layer === 1")
        try await browser.back()
        try await browser.waits(until: "window.isSame && \(Self.isClosed) && \(Self.isPage)")
        #expect(try await browser.evaluate("return history.length") as? Int == 2)
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
        try await browser.waits(until: "\(Self.isClosed) && \(Self.isPage)")

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
            try await browser.waits(until: "\(Self.isClosed) && \(Self.isPage)")
        }
        try await leavesPage(browser)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a page that is opened as a dialog is closed stays; Back leads to the dialog's page, then before it")
    func linkAfterwards() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-hasty", .desktop, WebDriver(), server)
        let browser = ada.browser
        try await openDialog(ada)
        try await browser.evaluate(
            """
            const link = document.createElement('a');
            link.href = '/inbox/';
            document.body.append(link);
            document.querySelector('dialog').close();
            link.click();
            """)
        try await browser.waits(until: "location.pathname === '/inbox/' && document.readyState === 'complete'")
        try await browser.back()
        try await browser.waits(until: "document.querySelector('#new-codes')")
        #expect(try await browser.count(of: "dialog") == 0)
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
            // Once by the browser's, then by the list's own, which leaves its entry to the next list.
            if list == "Scores" {
                try await browser.back()
            } else {
                try await browser.click(".panel [data-action=back]")
            }
            try await browser.waits(until: "document.querySelector('.menu')")
            #expect(try await browser.evaluate("return history.state.layer") as? Int == (list == "Scores" ? 0 : 1))
            try await browser.waits(until: "document.activeElement.matches('\(opener)')")
        }
        try await browser.back()
        try await browser.waits(until: "location.pathname === '/friends/'")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a page that is opened as a game's list closes stays; Back leads to the game, then before it")
    func gameLeft() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("back-leaver", .desktop, WebDriver(), server)
        let browser = ada.browser
        try await ada.go("/friends/")
        try await ada.go(
            MainJobTests.game, until: "monkeyjump.state().status === 'in' && document.querySelector('.menu')")
        try await browser.click("[data-action=openScores]")
        let back = ".panel [data-action=back]"
        try await browser.waits(until: "document.querySelector('\(back)')")
        try await browser.evaluate(
            """
            const list = document.querySelector('\(back)');
            new MutationObserver((_, watch) => {
                if (list.isConnected) return;
                watch.disconnect();
                // As the address bar does, or a link in a banner.
                setTimeout(() => location.assign('/inbox/'));
            }).observe(document.querySelector('#screens'), { childList: true, subtree: true });
            list.click();
            """)
        try await browser.waits(until: "location.pathname === '/inbox/' && document.readyState === 'complete'")
        try await browser.back()
        try await browser.waits(until: "document.querySelector('.menu')")
        try await browser.back()
        try await browser.waits(until: "location.pathname === '/friends/'")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    /// How far the page is scrolled, once the browser is done with it.
    private static let scrolled = """
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))));
        """

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
