import LaurelDomain
import Testing

@testable import LaurelWire

@Suite("Matches as JSON") struct MatchAnswerTests {
    private static let moment = Timestamp(clamping: 1_800_000_000_123)
    private static let later = Timestamp(clamping: 1_800_086_400_000)

    /// Each bit of the number decides of one field.
    private func match(_ bits: Int) -> MatchAnswer {
        func has(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        let message = MatchMessageAnswer(
            seat: 1, key: has(0) ? "MOVE" : "", arguments: has(1) ? ["7", "\"\\\n", "香蕉"] : [], text: "你的回合")
        let photo = PhotoAnswer(small: "/v1/photos/a", normal: "/v1/photos/b")
        let player = PlayerAnswer(
            id: "G:_1", alias: has(2) ? "jungle-jim" : nil, displayName: has(3) ? "Ada \u{1} “A”" : "",
            photo: has(4) ? photo : nil, status: has(5) ? "in the trees" : nil, teamPlayerID: has(6) ? "T:_1" : nil)
        let participants = MatchParticipantAnswer.Status.allCases.enumerated().map { index, status in
            MatchParticipantAnswer(
                status: status, player: has(7 + index % 2) ? player : nil, outcome: index * 0x0001_0001,
                lastTurn: has(2 + index) ? Self.moment : nil, askedToQuit: has(3 + index) ? Self.later : nil)
        }
        let turn = MatchTurnAnswer(
            seat: 15, fallback: has(4) ? [0, 3, 12] : [], began: Self.moment, due: has(5) ? Self.later : nil,
            claimable: Self.later)
        let reply = ExchangeReplyAnswer(
            seat: 2, sent: has(0) ? Self.moment : nil, message: has(1) ? message : nil, data: has(2) ? [1, 2] : nil)
        let exchange = ExchangeAnswer(
            id: 7, status: has(3) ? .active : .complete, sender: 0, recipients: [1, 2], sent: Self.moment,
            due: has(4) ? Self.later : nil, completed: has(5) ? Self.later : nil, message: has(6) ? message : nil,
            data: has(7) ? [] : nil, replies: has(8) ? [reply, reply] : [])
        let state = MatchState.allCases[bits % MatchState.allCases.count]
        let status = MatchAnswer.Status.allCases[bits % MatchAnswer.Status.allCases.count]
        let data = (0..<(bits % 11)).map { UInt8(truncatingIfNeeded: $0 * bits) }
        return MatchAnswer(
            id: "M:_1", bundleID: "com.ali.Oasis", state: state, status: status,
            version: has(0) ? .max : 1, group: has(1) ? .min : 0, created: Self.moment,
            ended: has(2) ? Self.later : nil, seat: bits % 16, participants: has(3) ? participants : [],
            turn: has(4) ? turn : nil, data: has(5) ? data : nil, byteCount: bits, rematch: has(6) ? "M:_2" : nil,
            message: has(7) ? message : nil,
            exchanges: has(8) ? [exchange, exchange] : [], invitation: has(0) ? "来一局？\t" : nil,
            isArchived: has(1) ? has(2) : nil)
    }

    @Test("a match is written as its fields say, by the writer of its own")
    func writing() throws {
        let byFields = Shape.object(MatchAnswer.name, MatchAnswer.listedFields)
        for bits in 0..<512 {
            let match = match(bits)
            #expect(match.json == byFields.json(match), "\(bits)")
            #expect(try MatchAnswer.shape.answer(json: match.json) == match, "\(bits)")
        }
    }

    @Test("a list has each match as it is by itself")
    func list() {
        let matches = [match(0), match(511)]
        let json = MatchesAnswer(matches: matches, next: nil).json
        let parts = matches.map { String(decoding: $0.json, as: UTF8.self) }
        #expect(String(decoding: json, as: UTF8.self) == #"{"matches":[\#(parts.joined(separator: ","))],"next":null}"#)
    }

    @Test("bytes are written in base64, as a text would be", arguments: 0..<70)
    func base64(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
        func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
            var writer = JSONWriter(capacity: 1)
            writer.beginArray()
            write(&writer)
            write(&writer)
            writer.endArray()
            return writer.finish()
        }
        #expect(json { $0.value(base64: bytes) } == json { $0.value(LaurelWire.Base64.encode(bytes)) })
    }

    @Test("an end of a turn and a move read as they were written, each field by itself")
    func bodies() throws {
        var message = MatchMessageBody()
        (message.key, message.arguments, message.text) = ("MOVE", ["7"], "Your move")
        for bits in 0..<4 {
            var turn = EndTurnBody()
            (turn.key, turn.version, turn.data, turn.next) = (WriteKey(high: 1, low: .max), 7, [0, 255, 7], [1, 0])
            turn.timeout = bits & 1 == 1 ? 600 : nil
            turn.message = bits & 2 == 2 ? message : nil
            let read = try EndTurnBody(json: turn.json)
            #expect(read.key == turn.key && read.version == 7 && read.data == turn.data && read.next == turn.next)
            #expect(read.timeout == turn.timeout && read.message?.json == turn.message?.json)
        }
        var move = MatchMoveBody()
        (move.key, move.version, move.move) = (WriteKey(high: 3, low: 4), 8, [9])
        let read = try MatchMoveBody(json: move.json)
        #expect(read.key == move.key && read.version == 8 && read.move == [9])
        // What the server keeps of a write is a digest of this: it must stay what it is (rule 12.22).
        let key = "00000000000000030000000000000004"
        #expect(String(decoding: move.json, as: UTF8.self) == #"{"key":"\#(key)","version":8,"move":"CQ=="}"#)
    }
}
