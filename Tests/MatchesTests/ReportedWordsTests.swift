import LaurelDomain
import LaurelMatches
import Testing

@Suite("What a report names of a match") struct ReportedWordsTests {
    @Test(
        "rule 12.20: words of a match have one name each",
        arguments: ["M:_1", "M:_1/invitation", "M:_1/reminder", "M:_1/exchanges/7"])
    func names(id: String) throws {
        let words = try #require(ReportedWords(id: id, in: .sandbox))
        #expect(words.id == id && words.match == "M:_1")
        let subject = words.subject(digest: [1, 2])
        #expect(ReportedWords(subject: subject) == words)
        #expect(subject != words.subject(digest: [1, 3]), "another message is another item of the queue")
        #expect(subject != ReportedWords(id: id, in: .production)?.subject(digest: [1, 2]))
    }

    @Test("rule 12.20: the queue's name of the longest ID has 100 bytes, 16 bytes of the digest among them")
    func longest() throws {
        let id = "M:_" + String(repeating: "f", count: 32) + "/exchanges/4294967295"
        let words = try #require(ReportedWords(id: id, in: .production))
        let subject = words.subject(digest: (0..<32).map { UInt8($0) })
        #expect(subject == "production/\(id)#000102030405060708090a0b0c0d0e0f")
        #expect(subject.utf8.count == 100)
    }

    @Test(
        "rule 12.20: other IDs name nothing in a match",
        arguments: [
            "", "friendRequest", "C:_1", "M:_1/", "M:_1/exchanges", "M:_1/exchanges/0", "M:_1/exchanges/+7",
            "M:_1/exchanges/07", "M:_1/reminder/1", "M:_1/exchanges/4294967296", "M:_1/exchanges/7/8", "M:_1/message",
        ])
    func others(id: String) {
        #expect(ReportedWords(id: id, in: .production) == nil)
        #expect(ReportedWords(subject: id) == nil)
    }

    @Test("rule 12.20: a message for people has its text first; a long one is cut")
    func plain() throws {
        #expect(MatchMessage.empty.plain == "")
        #expect(try MatchMessage(key: "K", arguments: ["1", "", "2"], text: "Hello").plain == "Hello\nK\n1\n2")
        let long = String(repeating: "a", count: MatchMessage.lengthLimit)
        let message = try MatchMessage(
            key: long, arguments: Array(repeating: long, count: MatchMessage.argumentsLimit), text: long)
        #expect(message.plain.unicodeScalars.count == MatchMessage.plainLimit)
    }
}
