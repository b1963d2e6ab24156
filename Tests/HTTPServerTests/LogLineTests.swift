import Foundation
import Testing

@testable import LaurelHTTPServer

@Suite("Lines of the log") struct LogLineTests {
    @Test(
        "hostile text ends neither its string nor its line",
        arguments: [
            "a\",\"event\":\"sign-in\",\"outcome\":\"ok", "a\n{\"event\":\"sign-in\"}", "a\r\nb", "a\\", "\\\"\n",
            "\u{0}\u{1B}[31m\u{7F}\u{85}\u{9B}", "\u{2028}\u{2029}", "\u{202E}gro.live\u{2066}", "\u{61C}\u{200F}",
            "é 高分 👩‍👩‍👧",
        ])
    func hostile(text: String) throws {
        var bytes: [UInt8] = []
        LogLine.append(["time": "now", "id": nil, "event": "test", "detail": text], to: &bytes)
        let line = String(decoding: bytes, as: UTF8.self)
        #expect(line.hasSuffix("}\n"))
        // Python's str.splitlines and a terminal's control characters are the strictest readers.
        let isPlain = line.dropLast().unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isBidiControl
                && ![.control, .lineSeparator, .paragraphSeparator].contains(
                    scalar.properties.generalCategory)
        }
        #expect(isPlain, "\(line.debugDescription)")
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String]
        #expect(object?.keys.sorted() == ["detail", "event", "time"])
        #expect(object?["event"] == "test")
        #expect(object?["detail"]?.unicodeScalars.count == text.unicodeScalars.count)
    }

    @Test("what means no harm stays as it is")
    func plain() {
        var bytes: [UInt8] = []
        LogLine.append(["event": "sign-in", "detail": #"C:\"é""#], to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"event":"sign-in","detail":"C:\\\"é\""}"# + "\n")
    }
}
