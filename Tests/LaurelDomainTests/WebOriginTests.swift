import LaurelDomain
import Testing

@Suite("Web origins") struct WebOriginTests {
    @Test(
        "are what browsers send, over TLS or from the developer's own machine",
        arguments: [
            "https://hop.example", "https://hop.example:8443", "https://a-b.c", "https://192.0.2.1", "http://localhost",
            "http://localhost:8081", "http://127.0.0.1:1", "http://[::1]:65535", "https://[2001:db8::1]",
            "https://xn--bcher-kva.example",
        ])
    func taken(text: String) { #expect(WebOrigin(text)?.text == text) }

    @Test(
        "and nothing else",
        arguments: [
            "", "null", "*", "https://*", "https://*.hop.example", "http://hop.example", "https://",
            "https://hop.example/",
            "https://hop.example/play", "https://Hop.example", "HTTPS://hop.example", "https://hop.example:443",
            "http://localhost:80", "https://hop.example:0", "https://hop.example:65536", "https://hop.example:08",
            "https://hop.example:", "https://a@hop.example", "https://hop.example?x", "https://hop..example",
            "https://-a.b",
            "https://a.b-", "https://bücher.example", "https://a b", "ftp://hop.example",
            "http://localhost.evil.example",
            "http://127.0.0.1.evil.example", "https://[]", "https://[::1", "https://[::1]x", "https://a:1:2",
            "https://hop.example\u{0}", "https://" + String(repeating: "a", count: 64) + ".b",
            "https://" + String(repeating: "a.", count: 124) + "b",
        ])
    func refused(text: String) { #expect(WebOrigin(text) == nil) }
}
