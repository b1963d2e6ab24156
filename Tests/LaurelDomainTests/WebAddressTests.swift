import LaurelDomain
import Testing

@Suite("Addresses of web games") struct WebAddressTests {
    @Test(
        "are origins and pages of them",
        arguments: [
            "https://hop.example", "https://hop.example/", "https://hop.example/play/index.html?a=b&c=%20",
            "http://localhost:8081/~me/", "http://[::1]:8081/hop",
        ])
    func taken(text: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.text == text)
        #expect(WebAddress(address.origin.text)?.isPage == false)
        #expect(address.isPage == (text != address.origin.text))
    }

    @Test(
        "and nothing else",
        arguments: [
            "", "/", "https:///play", "http://hop.example/play", "https://hop.example/a#b", "https://hop.example/a b",
            "https://hop.example/é", "https://hop.example/a\\b", "https://hop.example?x", "https://Hop.example/",
            "https://hop.example:443/", "https://a@hop.example/", "https://hop.example/\"", "https://hop.example/\n",
            "javascript://hop.example/", "https://hop.example/" + String(repeating: "a", count: 240),
        ])
    func refused(text: String) { #expect(WebAddress(text) == nil) }

    @Test("take redirects to exactly what is registered; an origin to its first page")
    func redirects() throws {
        let page = try #require(WebAddress("https://hop.example/play/"))
        let origin = try #require(WebAddress("https://hop.example"))
        #expect(page.takes(redirect: "https://hop.example/play/"))
        #expect(origin.takes(redirect: "https://hop.example/"))
        let others = [
            "https://hop.example", "https://hop.example/play", "https://hop.example/play/?",
            "https://hop.example/Play/",
            "https://hop.example/play/index.html", "https://hop.example/play/%2e/", "https://hop.example:443/play/",
            "https://hop.example/other", "https://evil.example/play/", "",
        ]
        for other in others { #expect(!page.takes(redirect: other) && !origin.takes(redirect: other), "\(other)") }
    }

    @Test("that were registered before pages could be take any page of theirs, and no other origin's")
    func anyPage() {
        let open = WebAddress(stored: "https://hop.example", takesAnyPage: true)
        for page in ["https://hop.example/", "https://hop.example/play?a"] { #expect(open.takes(redirect: page)) }
        for other in [
            "https://hop.example.evil.example/", "https://evil.example/", "https://hop.example@evil.example/",
        ] {
            #expect(!open.takes(redirect: other), "\(other)")
        }
    }
}
