import Foundation
import LaurelProcess
import Testing

/// A dialog is left while what it has sent is under way: the server does it all the same.
@Suite("Dialogs that are left", .serialized, .timeLimit(.minutes(15))) struct LeftDialogTests {
    @Test("recovery codes that were made are shown, though their dialog was left before they came")
    func codes() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("hasty-ada", .desktop, WebDriver(), server)
        try await ada.browser.beforeEachPage(
            """
            const ask = window.fetch;
            window.fetch = async (...request) => {
                const answer = await ask(...request);
                if (String(request[0]).includes("/recovery-codes")) {
                    await new Promise((resolve) => { window.letGo = resolve; });
                }
                return answer;
            };
            """)
        try await ada.go("/me/settings/?view=security", until: "document.querySelector('#new-codes')")
        try await ada.browser.click("#new-codes")
        try await ada.sees("dialog[open] #password")
        try await ada.browser.type("jump over hasty-ada", into: "dialog #password")
        try await ada.browser.press(.enter)
        try await ada.browser.waits(until: "window.letGo")
        try await ada.browser.press(.escape)
        try await ada.browser.waits(until: "!document.querySelector('dialog')")
        try await ada.browser.evaluate("letGo()")
        try await ada.browser.waits(until: "document.querySelectorAll('.codes code').length === 8")
        try await ada.leave()
        #expect(server.stop() == 0)
    }
}
