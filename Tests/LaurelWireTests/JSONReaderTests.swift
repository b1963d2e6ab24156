import LaurelDomain
import LaurelWire
import LaurelTestSupport
import Testing

/// A body with one field of each kind.
private struct Sample: RequestBody {
    var value: Int64 = 0
    var text = ""
    var flag = false
    var small: Int?
    var list: [Int64] = []
    init() {}
    static let name = "Sample"
    static let fields: [Field<Sample>] = [
        .required("value", .int64, \.value),
        .optional("text", .text(1...8, example: "a"), \.text),
        .optional("flag", .boolean, \.flag),
        .optional("small", .integer(0...9), \.small),
        .optional("list", Shape<Int64>.int64.list(countLimit: 3), \.list),
    ]
}

private func read(_ text: String) throws(JSONError) -> Sample { try Sample(json: Array(text.utf8)) }

@Suite("JSON reader")
struct JSONReaderTests {
    @Test(
        "rule 4.4: every Int64 is read exactly",
        arguments: [0, 1, -1, .max, .min, 1 << 53 + 1, -(1 << 53) - 1] as [Int64])
    func exactIntegers(value: Int64) throws {
        #expect(try read("{\"value\":\(value)}").value == value)
        #expect(try read(" { \"value\" : \(value)\n} ").value == value)
    }

    @Test(
        "an integer may be written with a fraction or an exponent, as JSON Schema has it, and stays exact",
        arguments: [
            ("12.0", 12), ("-12.000", -12), ("1e3", 1_000), ("1E+3", 1_000), ("-1.50e1", -15), ("1200e-2", 12),
            ("0.0", 0), ("-0.0e-5", 0), ("0e99999999999999999999", 0), ("9223372036854775807.0", .max),
            ("-9223372036854775808.00", .min), ("9.223372036854775807e18", .max), ("9007199254740993.0", 1 << 53 + 1),
        ] as [(String, Int64)])
    func wholeNumbers(text: String, value: Int64) throws { #expect(try read("{\"value\":\(text)}").value == value) }

    @Test("minus zero is zero")
    func minusZero() throws { #expect(try read("{\"value\":-0}").value == 0) }

    @Test(
        "numbers that are no Int64 are refused, never rounded",
        arguments: [
            ("9223372036854775808", JSONError.Reason.outOfRange(lowest: .min, highest: .max)),
            ("-9223372036854775809", .outOfRange(lowest: .min, highest: .max)),
            ("18446744073709551616", .outOfRange(lowest: .min, highest: .max)),
            ("100000000000000000000000000000", .outOfRange(lowest: .min, highest: .max)),
            ("-1.5", .notAnInteger), ("15e-1", .notAnInteger), ("1.000000000000000000001", .notAnInteger),
            ("1e-99999999999999999999", .notAnInteger), ("1e19", .outOfRange(lowest: .min, highest: .max)),
            ("9223372036854775808.0", .outOfRange(lowest: .min, highest: .max)),
            ("1e99999999999999999999", .outOfRange(lowest: .min, highest: .max)),
            (
                "1." + String(repeating: "0", count: 40) + "e18446744073709551616",
                .outOfRange(lowest: .min, highest: .max)
            ),
            ("\"1\"", .wrongType(expected: "an integer")), ("true", .wrongType(expected: "an integer")),
            ("null", .wrongType(expected: "an integer")), ("[]", .wrongType(expected: "an integer")),
            ("{}", .wrongType(expected: "an integer")),
        ])
    func refusedNumbers(text: String, reason: JSONError.Reason) {
        #expect(throws: JSONError(reason, path: "value")) { try read("{\"value\":\(text)}") }
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "{", "{\"value\"", "{\"value\":", "{\"value\":1", "{\"value\":1,", "{\"value\":1,}", "{value:1}",
            "{\"value\":01}", "{\"value\":+1}", "{\"value\":-}", "{\"value\":.5}", "{\"value\":NaN}",
            "{\"value\":Infinity}", "{\"value\":-Infinity}", "{\"value\":0x10}", "{\"value\" 1}",
            "{\"value\":1 \"text\":\"\"}",
            "{'value':1}", "{\"value\":1,\"text\":\"a\nb\"}", "{\"value\":1,\"text\":\"a\\q\"}",
            "{\"value\":1,\"text\":\"\\u12g4\"}", "{\"value\":1,\"flag\":tru}", "\u{FEFF}{\"value\":1}",
            "{\"value\":1,\"text\":\"\\", "{\"value\":1,\"text\":\"\\u", "nul", "{\"value\":1,\"list\":[1,]}",
        ])
    func notJSON(text: String) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        switch error?.reason {
        case .syntax, .encoding: break
        default: Issue.record("\(text): \(String(describing: error))")
        }
    }

    @Test("a body that is no object is refused", arguments: ["[]", "1", "\"a\"", "true", "null"])
    func noObject(text: String) {
        #expect(throws: JSONError(.wrongType(expected: "an object"))) { try read(text) }
    }

    @Test("something after the value is refused", arguments: ["{\"value\":1}x", "{\"value\":1}{}", "{\"value\":1}\0"])
    func trailing(text: String) {
        #expect(throws: JSONError(.trailing(offset: 11))) { try read(text) }
    }

    @Test("unknown, repeated and missing fields are named")
    func fields() {
        #expect(throws: JSONError(.unknownField, path: "valeu")) { try read("{\"value\":1,\"valeu\":2}") }
        #expect(throws: JSONError(.duplicateField, path: "value")) { try read("{\"value\":1,\"value\":1}") }
        #expect(throws: JSONError(.duplicateField, path: "value")) { try read("{\"value\":1,\"v\\u0061lue\":1}") }
        #expect(throws: JSONError(.missing, path: "value")) { try read("{\"flag\":true}") }
        #expect(throws: JSONError(.unknownField, path: "")) { try read("{\"value\":1,\"\":2}") }
    }

    @Test(
        "errors say where",
        arguments: [
            ("{\"scores\":[{\"value\":1},{\"value\":2},{\"value\":1.5}]}", "scores[2].value"),
            ("{\"scores\":[{\"value\":1},{}]}", "scores[1].value"),
            ("{\"scores\":[{\"value\":1,\"x\":1}]}", "scores[0].x"),
            ("{\"scores\":[7]}", "scores[0]"),
            ("{\"scores\":7}", "scores"),
        ])
    func paths(text: String, path: String) {
        let error = #expect(throws: JSONError.self) { try ScoresBody(json: Array(text.utf8)) }
        #expect(error?.path == path)
    }

    @Test(
        "escapes are decoded, surrogate pairs too",
        arguments: [
            ("\\u0041\\u00e9\\n", "Aé\n"), ("\\ud83d\\uDE00", "😀"), ("\\\"\\\\\\/", "\"\\/"),
            ("\\b\\f\\r\\t", "\u{8}\u{C}\r\t"),
            ("猿😀", "猿😀"), ("\\u0000", "\0"),
        ])
    func escapes(json: String, text: String) throws {
        #expect(try read("{\"value\":1,\"text\":\"\(json)\"}").text == text)
        #expect(try JSONValue(json: Array("\"\(json)\"".utf8)) == .string(text))
    }

    @Test(
        "half a surrogate pair is refused",
        arguments: [
            "\\ud83d", "\\ude00", "\\ud83dx", "\\ud83d\\n", "\\ud83d\\u0041", "\\ude00\\ud83d", "\\ud83d\\",
        ])
    func halfPairs(json: String) {
        #expect(throws: JSONError.self) { try read("{\"value\":1,\"text\":\"\(json)\"}") }
    }

    @Test(
        "bytes that are not UTF-8 are refused, in keys and values",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
        ] as [[UInt8]])
    func badUTF8(bytes: [UInt8]) {
        let value = Array("{\"value\":1,\"text\":\"".utf8) + bytes + Array("\"}".utf8)
        let key = Array("{\"value\":1,\"".utf8) + bytes + Array("\":1}".utf8)
        for text in [value, key] {
            let error = #expect(throws: JSONError.self) { try Sample(json: text) }
            if case .encoding? = error?.reason { continue }
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("deep nesting is refused and needs no stack")
    func depth() throws {
        let limit = JSONReader.depthLimit
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        _ = try JSONValue(json: Array(deepest.utf8))
        for text in [
            "[" + deepest + "]", String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 100_000),
        ] {
            let error = #expect(throws: JSONError.self) { try JSONValue(json: Array(text.utf8)) }
            #expect(error?.reason == .tooDeep)
        }
    }

    @Test(
        "limits of texts, numbers and lists hold on both sides",
        arguments: [
            ("\"text\":\"12345678\"", nil), ("\"text\":\"123456789\"", .tooLong(limit: 8)),
            ("\"text\":\"猿猿猿猿猿猿猿猿\"", nil), ("\"text\":\"\"", .tooShort(minimum: 1)), ("\"small\":9", nil),
            ("\"small\":10", .outOfRange(lowest: 0, highest: 9)), ("\"small\":-1", .outOfRange(lowest: 0, highest: 9)),
            ("\"list\":[1,2,3]", nil), ("\"list\":[1,2,3,4]", .tooMany(limit: 3)), ("\"small\":null", nil),
        ] as [(String, JSONError.Reason?)])
    func limits(field: String, reason: JSONError.Reason?) {
        let result = Result { () throws(JSONError) in try read("{\"value\":1,\(field)}") }
        switch result {
        case .success: #expect(reason == nil)
        case .failure(let error):
            #expect(error.reason == reason)
            let name = field.dropFirst().prefix { $0 != "\"" }
            #expect(error.path == name, "a list is too long, not its last element")
        }
    }

    @Test("no mutation of a good body makes the reader trap", arguments: Depth.seeds(3))
    func mutations(seed: UInt64) {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let good =
            Array(
                #"{"scores":[{"leaderboard":"A\u0042","value":-12,"id":"x","context":9,"#.utf8)
            + Array(#""date":"2026-11-21T12:00:00.5+01:00"}],"waiting":0}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0...random(4) {
                switch random(3) {
                case 0: bytes[random(bytes.count)] = UInt8(random(256))
                case 1: bytes.remove(at: random(bytes.count))
                default: bytes.insert(contentsOf: bytes[0..<random(bytes.count)], at: random(bytes.count))
                }
            }
            _ = Result { try ScoresBody(json: bytes) }
            _ = Result { try JSONValue(json: bytes) }
        }
    }
}
