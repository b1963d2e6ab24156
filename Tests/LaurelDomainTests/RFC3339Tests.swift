import LaurelDomain
import LaurelTestSupport
import Testing

@Suite("RFC 3339") struct RFC3339Tests {
    @Test(
        "writes and reads the same moment",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (86_399_999, "1970-01-01T23:59:59.999Z"),
            (86_400_000, "1970-01-02T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
            (1_795_259_640_123, "2026-11-21T11:14:00.123Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func known(milliseconds: Int64, text: String) throws {
        let moment = try #require(Timestamp(milliseconds: milliseconds))
        #expect(moment.rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == moment)
        let body = Array("\"\(text)\"".utf8)
        #expect(Timestamp(rfc3339: body, in: 1..<25) == moment)
        #expect(Timestamp(rfc3339: body, in: 0..<25) == nil)
        #expect(Timestamp(rfc3339: body, in: 1..<27) == nil)
    }

    @Test("every day of eight centuries reads back, and the days have no gap")
    func everyDay() {
        var day: Int64 = 0
        var last = ""
        while day < 300_000 {
            let text = Timestamp(clamping: day * 86_400_000 + 5).rfc3339
            #expect(Timestamp(rfc3339: text)?.milliseconds == day * 86_400_000 + 5)
            #expect(last < text)
            last = text
            day += 1
        }
    }

    @Test("what no four-digit year reaches is written as the last that one does")
    func pastTheYears() {
        #expect(Timestamp.last.rfc3339 == "9999-12-31T23:59:59.999Z")
    }

    @Test(
        "takes any digits of a second, numeric offsets, small letters and leap seconds",
        arguments: [
            ("2026-11-21T11:14:00Z", 1_795_259_640_000), ("2026-11-21T11:14:00.1Z", 1_795_259_640_100),
            ("2026-11-21T11:14:00.12Z", 1_795_259_640_120), ("2026-11-21T11:14:00.123999999Z", 1_795_259_640_123),
            ("2026-11-21T11:14:00+00:00", 1_795_259_640_000), ("2026-11-21T11:14:00-00:00", 1_795_259_640_000),
            ("2026-11-21T16:44:00+05:30", 1_795_259_640_000), ("2026-11-20T11:15:00-23:59", 1_795_259_640_000),
            ("2026-11-22T11:13:00.000000000+23:59", 1_795_259_640_000), ("1969-12-31T23:59:00-00:01", 0),
            ("1970-01-01T00:01:00+00:01", 0), ("2024-02-29T23:30:00-01:00", 1_709_253_000_000),
            ("2026-11-21t11:14:00z", 1_795_259_640_000), ("2026-11-21T11:13:60Z", 1_795_259_640_000),
            ("2026-11-21T11:14:00.1234567890Z", 1_795_259_640_123), ("1970-01-01T00:00:00.07Z", 70),
        ] as [(String, Int64)])
    func accepted(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "refuses everything else",
        arguments: [
            "", "2026", "2026-11-21", "2026-11-21T11:14:00", "2026-11-21 11:14:00Z",
            "2026-11-21T11:14Z", "2026-11-21T11:14:00.Z", "2026-11-21T11:14:61Z", "１970-01-01T00:00:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T11:60:00Z", "2026-00-21T11:14:00Z", "2026-13-21T11:14:00Z",
            "2026-11-00T11:14:00Z", "2026-11-31T11:14:00Z", "2025-02-29T11:14:00Z", "2100-02-29T11:14:00Z",
            "2026-11-21T11:14:00+24:00", "2026-11-21T11:14:00+00:60", "2026-11-21T11:14:00+0000",
            "2026-11-21T11:14:00+00", "2026-11-21T11:14:00Z ", " 2026-11-21T11:14:00Z", "2026-11-21T11:14:00,5Z",
            "2026-1-21T11:14:00Z", "12026-11-21T11:14:00Z", "+026-11-21T11:14:00Z", "-026-11-21T11:14:00Z",
            "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z", "0000-02-29T00:00:00Z",
            "٢٠٢٦-11-21T11:14:00Z", "2026-11-21T11:14:00Z2026-11-21T11:14:00Z",
        ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("no bytes trap", arguments: Depth.seeds(3))
    func noise(seed: UInt64) {
        var state = seed
        let alphabet = Array("0123456789-:TZ.+é")
        for _ in 0..<20_000 {
            var text = Array("2026-11-21T11:14:00.123+05:30")
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let index = Int(state >> 33) % text.count
                text[index] = alphabet[Int(state >> 20) % alphabet.count]
            }
            if let moment = Timestamp(rfc3339: String(text)) {
                #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
            }
        }
    }
}
