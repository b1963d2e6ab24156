import LaurelDomain
import Testing

@testable import LaurelNotifications

@Suite("Addresses of deliveries", .timeLimit(.minutes(15))) struct AddressPolicyTests {
    private let strict = AddressPolicy()

    private func refusal(_ text: String, allowsPlain: Bool = false) -> DeliveryURLError? {
        do throws(DeliveryURLError) {
            return try DeliveryURL(text, allowsPlain: allowsPlain, bytesLimit: 100).check(strict)
        } catch {
            return error
        }
    }

    @Test(
        "what can be told at once is: an address in any form, and this machine's names; no other name is resolved",
        arguments: [
            ("127.0.0.1", DeliveryURLError.privateAddress), ("127.1", .privateAddress), ("0x7f000001", .privateAddress),
            ("[::1]", .privateAddress), ("[::ffff:10.0.0.1]", .privateAddress), ("LOCALHOST", .privateAddress),
            ("localhost.", .privateAddress), ("any.localhost", .privateAddress), ("no-such-host.invalid", nil),
            ("9.9.9.9", nil),
        ] as [(String, DeliveryURLError?)])
    func atOnce(host: String, expected: DeliveryURLError?) throws {
        let url = try DeliveryURL("https://\(host)/push", allowsPlain: false, bytesLimit: 100)
        #expect(url.checkAtOnce(strict) == expected)
    }

    @Test(
        "a host that is this machine or its network is refused, however it is written",
        arguments: [
            "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "0.0.0.0", "0", "10.0.0.1",
            "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "3232235777",
            "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[::127.0.0.1]",
            "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b::a00:1]",
            "[2002:7f00:1::1]", "[2002:a00:1::]", "[2001:db8::1]", "[2001::1]", "[3fff::1]", "[100::1]",
            "localhost", "LOCALHOST",
        ])
    func privateHosts(host: String) {
        #expect(refusal("https://\(host)/x") == .privateAddress)
        #expect(refusal("https://\(host):8443") == .privateAddress)
    }

    @Test(
        "a public address is allowed",
        arguments: [
            "1.1.1.1", "8.8.8.8", "172.32.0.1", "172.15.0.1", "100.128.0.1", "192.0.1.1", "198.20.0.1", "223.255.255.1",
            "[2606:4700::1111]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[2002:808:808::]", "[2a00:1450::1]",
        ])
    func publicHosts(host: String) { #expect(refusal("https://\(host)/x") == nil) }

    @Test(
        "what is no https address is refused",
        arguments: [
            ("http://8.8.8.8/", .notHTTPS), ("ftp://8.8.8.8/", .notHTTPS), ("//8.8.8.8/", .notHTTPS), ("", .notHTTPS),
            ("file:///etc/passwd", .notHTTPS), ("https://", .malformed), ("https:///x", .malformed),
            ("https://me@8.8.8.8/", .malformed), ("https://me:secret@8.8.8.8/", .malformed),
            ("https://8.8.8.8:0/", .malformed), ("https://8.8.8.8:65536/", .malformed),
            ("https://8.8.8.8:x/", .malformed), ("https://8.8.8.8:/", .malformed), ("https://[::1/", .malformed),
            ("https://8.8.8.8/ x", .malformed), ("https://8.8.8.8/\r\nHost: y", .malformed),
            ("https://8.8.8.8/#x", .malformed), ("https://8.8.8.8\\@127.0.0.1/", .malformed),
            ("https://münchen.example/", .malformed), ("https://8.8.8.8/\"", .malformed),
            ("https://[fe80::1%25eth0]/", .malformed), ("https://no-such-host.invalid./", .unknownHost),
            ("https://8.8.8.8/" + String(repeating: "x", count: 100), .tooLong(limit: 100)),
        ] as [(String, DeliveryURLError)])
    func malformed(text: String, expected: DeliveryURLError) { #expect(refusal(text) == expected) }

    @Test("an origin has the port where it is not the usual one")
    func origins() throws {
        for (text, origin) in [
            ("HTTPS://Push.Example/a?b", "https://push.example"), ("https://push.example:443/", "https://push.example"),
            ("https://push.example:8443/", "https://push.example:8443"), ("https://[2606::1]/", "https://[2606::1]"),
            ("http://push.example:443/", "http://push.example:443"), ("http://push.example:80", "http://push.example"),
        ] {
            #expect(try DeliveryURL(text, allowsPlain: true, bytesLimit: 100).origin == origin)
        }
        #expect(
            try DeliveryURL("HTTPS://Push.Example/A?B", allowsPlain: false, bytesLimit: 100).text
                == "https://push.example/A?B")
    }

    @Test("pauses double up to the longest, spread by a fifth, and never undercut what the other side asks for")
    func backoff() {
        let backoff = Backoff(first: .seconds(5), longest: .hours(4))
        for (attempts, chance, seconds, expected) in [
            (1, 0.5, nil, 5_000), (2, 0.5, nil, 10_000), (3, 0.0, nil, 16_000), (3, 1.0, nil, 24_000),
            (100, 0.5, nil, 14_400_000), (0, 0.5, nil, 5_000), (1, 0.5, 60, 60_000), (1, -5, nil, 4_000),
        ] as [(Int, Double, Int?, Int64)] {
            #expect(backoff.pause(after: attempts, chance: chance, atLeast: seconds).milliseconds == expected)
        }
    }
}
