import Foundation
import LaurelDomain
import LaurelWire
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("what it writes, Foundation and our reader read the same")
    func twin() throws {
        let texts = [
            "", "a", "\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}", "猿😀é\u{2028}", String(repeating: "x", count: 5_000),
        ]
        let numbers: [Int64] = [0, 1, -1, 9, 10, 99, 100, .max, .min, 1_000_000_000_000_000_000, -10]
        var writer = JSONWriter(capacity: 1)
        writer.beginObject()
        writer.key("texts")
        writer.beginArray()
        for text in texts { writer.value(text) }
        writer.endArray()
        writer.key("numbers")
        writer.beginArray()
        for number in numbers { writer.value(number) }
        writer.endArray()
        writer.field("flag", true)
        writer.field("nothing", nil as String?)
        writer.key("empty")
        writer.beginObject()
        writer.endObject()
        writer.key(text: "a \"key\"")
        writer.value(encoded: Array("[1,2]".utf8))
        writer.endObject()
        let bytes = writer.finish()

        let parsed = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
        let expected: NSDictionary = [
            "texts": texts, "numbers": numbers, "flag": true, "nothing": NSNull(), "empty": [:] as NSDictionary,
            "a \"key\"": [1, 2],
        ]
        #expect(parsed == expected)
        #expect(
            try JSONValue(json: bytes)
                == .object([
                    "texts": .array(texts.map { .string($0) }), "numbers": .array(numbers.map { .integer($0) }),
                    "flag": .boolean(true), "nothing": .null, "empty": .object([:]),
                    "a \"key\"": .array([.integer(1), .integer(2)]),
                ]))
    }

    @Test("every power of ten and its neighbours comes out as Swift prints it")
    func integers() {
        var power: Int64 = 1
        for _ in 0..<19 {
            for value in [power, power - 1, power + 1, -power, 1 - power] {
                var writer = JSONWriter()
                writer.value(value)
                #expect(String(decoding: writer.finish(), as: UTF8.self) == String(value))
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
    }

    @Test("the names of cases on the wire are the domain's")
    func names() {
        for format in ScoreFormat.allCases { #expect(format.name == "\(format)") }
        for order in SortOrder.allCases { #expect(order.name == "\(order)") }
        for type in SubmissionType.allCases { #expect(type.name == "\(type)") }
    }
}

@Suite("RFC 3339 in JSON")
struct RFC3339Tests {
    @Test("a moment is a string in UTC with milliseconds, as Foundation has it too", arguments: [7])
    func days(step: Int64) throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for day in 0..<10_000 as Range<Int64> {
            let moment = try #require(Timestamp(milliseconds: day * step * 86_400_000 + day))
            var writer = JSONWriter()
            writer.beginArray()
            writer.value(moment)
            writer.value(moment)
            writer.endArray()
            let text = String(decoding: writer.finish(), as: UTF8.self)
            #expect(text == "[\"\(moment.rfc3339)\",\"\(moment.rfc3339)\"]")
            let date = Date(timeIntervalSince1970: Double(moment.milliseconds / 1_000))
            #expect(moment.rfc3339.prefix(19) == formatter.string(from: date).prefix(19))
            #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
        }
    }
}
