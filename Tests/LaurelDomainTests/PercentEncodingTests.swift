import LaurelDomain
import Testing

@Suite("Percent encoding", .timeLimit(.minutes(5))) struct PercentEncodingTests {
    @Test(
        "unreserved characters stay, and all others are their bytes",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b", "a%20b"), ("a+b&c=d#e?f", "a%2Bb%26c%3Dd%23e%3Ff"),
            ("/:,@%", "%2F%3A%2C%40%25"), ("\u{7F}\n\0", "%7F%0A%00"), ("猴", "%E7%8C%B4"), ("😀", "%F0%9F%98%80"),
        ])
    func texts(text: String, expected: String) {
        #expect(PercentEncoding.text(text) == expected)
        #expect(PercentEncoding.decoded(expected) == text)
    }

    @Test(
        "any byte may be encoded, in either case",
        arguments: [("%61%2e%2E", "a.."), ("猴%E7%8c%B4+%2B", "猴猴++"), ("a/b?c", "a/b?c")])
    func decoding(text: String, expected: String) {
        #expect(PercentEncoding.decoded(text) == expected)
    }

    @Test(
        "an incomplete escape and bytes that aren't UTF-8 are refused",
        arguments: ["%", "a%2", "%g0", "%0g", "% 1", "%+1", "%猴", "%FF", "%E7%8C", "%C0%AF", "%ED%A0%80"])
    func refusals(text: String) {
        #expect(PercentEncoding.decoded(text) == nil)
    }
}
