import LaurelDomain
import Testing

@Suite("Versions of games", .timeLimit(.minutes(5))) struct AppVersionTests {
    @Test(
        "rule 14.12: versions are compared part by part, as numbers",
        arguments: [
            ("2", "2.0.1"), ("2.9", "2.10"), ("1.99", "2"), ("0.0.9", "0.1"), ("09", "10"), ("2..1", "2.0.2"),
            ("9999999999999999999999", "10000000000000000000000"), (".", "0.1"),
        ])
    func order(older: String, newer: String) throws {
        let (one, other) = (try #require(AppVersion(older)), try #require(AppVersion(newer)))
        #expect(one < other && !(other < one) && one != other)
    }

    @Test("rule 14.12: zeros in front and parts of zero at the end say nothing", arguments: ["2", "2.0", "02.00.0"])
    func equal(text: String) throws {
        let (one, two) = (try #require(AppVersion(text)), try #require(AppVersion("2")))
        #expect(one == two && !(one < two) && !(two < one))
    }

    @Test("rule 14.12: only 1 to 32 digits and dots are a version", arguments: ["", "2.1b", "2,1", "v2", "٢", " 2"])
    func refused(text: String) {
        #expect(AppVersion(text) == nil)
        #expect(AppVersion(String(repeating: "1", count: AppVersion.lengthLimit)) != nil)
        #expect(AppVersion(String(repeating: "1", count: AppVersion.lengthLimit + 1)) == nil)
    }
}
