import Foundation
import Testing

@Suite("Browser") struct DriverTests {
    @Test("starts and runs a script") func starts() async throws {
        let browser = try await WebDriver().open(.phone)
        #expect(try await browser.evaluate("return 6 * 7") as? Int == 42)
        try await browser.close()
    }
}
