import LaurelProcess
import Testing

/// What the sign-in page says to those who have no account, and to those who come back to it.
@Suite("The sign-in page", .serialized, .timeLimit(.minutes(15))) struct SignUpPageTests {
    @Test("where accounts can't be made, or by invitation alone, the page says so before anything is typed")
    func policies() async throws {
        let driver = try WebDriver()
        for policy in ["closed", "invitation"] {
            let server = try LaurelProcess(arguments: ["--sign-up", policy])
            let browser = try await driver.open(.phone)
            try await browser.go(to: server.page("/sign-in/?new"))
            if policy == "closed" {
                try await browser.waits(until: "document.body.innerText.includes('takes no new players')")
                #expect(try await browser.count(of: "#enter-form input") == 0)
            } else {
                try await browser.waits(until: "document.querySelector('[name=invitation]')?.offsetParent != null")
            }
            try await browser.photograph("sign-up-\(policy)")
            // Those who have an account sign in as ever.
            try await browser.click("#tab-sign-in")
            try await browser.waits(until: "document.querySelector('#enter-form [type=password]')")
            #expect(try await browser.consoleErrors().isEmpty)
            try await browser.close()
            #expect(server.stop() == 0)
        }
    }

    @Test("a password that anybody would guess is refused for that reason alone")
    func easyPassword() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone)
        try await browser.go(to: server.page("/sign-in/?new"))
        try await browser.waits(until: "document.querySelector('#enter-form [type=password]')")
        try await browser.type("easy-ada", into: "#username")
        try await browser.type("password", into: "#password")
        try await browser.click("#enter-form .button-primary")
        try await browser.waits(until: "document.querySelector('#password-error')?.innerText.includes('easy to guess')")
        #expect(try await browser.text(of: "#password-error").contains("stolen") == false)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("who comes back to the page after signing in finds no password in it, and can sign in again")
    func comesBack() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        _ = try await Person("ada", .desktop, driver, server)
        let browser = try await driver.open(.desktop)
        try await browser.go(to: server.page("/"))
        try await browser.go(to: server.page("/sign-in/"))
        func signIn() async throws {
            try await browser.waits(until: "document.querySelector('#enter-form [type=password]')")
            try await browser.type("ada", into: "#username")
            try await browser.type("jump over ada", into: "#password")
            try await browser.click("#enter-form .button-primary")
            try await browser.waits(until: "location.pathname === '/'")
        }
        try await signIn()
        try await browser.back()
        try await browser.waits(until: "location.pathname === '/sign-in/' && document.querySelector('#main h1')")
        // It is made anew, with who is signed in.
        try await browser.waits(until: "document.querySelector('.enter')?.innerText.includes('ada')")
        #expect(
            try await browser.evaluate(
                "return [...document.querySelectorAll('[type=password]')].every((field) => field.value === '')")
                as? Bool
                == true)
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
