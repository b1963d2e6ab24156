import LaurelDomain
import LaurelWire
import Testing

@Suite struct AnswerTests {
    private struct Perch: Answer, Hashable {
        enum Kind: String, CaseIterable { case branch, vine, unknown }
        var id: String
        var kind: Kind
        var height: Int64?
        var neighbors: [String]

        static let name = "Perch"
        static let kindShape = Shape<String>.text(0...10, example: "vine").map(expected: "a kind") {
            Kind(rawValue: $0)
        } back: {
            $0.rawValue
        }
        static let fields = Fields(
            AnswerField("id", .text(1...4, example: "p1"), \.id),
            AnswerField("kind", kindShape.unknown(as: .unknown), \.kind),
            AnswerField(orNull: "height", .int64, \.height),
            AnswerField("neighbors", listOf: .text(1...4, example: "p2"), countLimit: 2, \.neighbors),
            make: Self.init(id:kind:height:neighbors:))
    }

    private struct Nest: Answer, Hashable {
        var perch: Perch
        var isNew: Bool

        static let name = "Nest"
        static let fields = Fields(
            AnswerField(Perch.fields, \.perch), AnswerField("isNew", .boolean, \.isNew),
            make: Self.init(perch:isNew:))
    }

    private let perch = Perch(id: "p1", kind: .vine, height: nil, neighbors: ["p2", "p3"])

    private func read<Value>(_ text: String, as shape: Shape<Value>) throws -> Value {
        try shape.answer(json: Array(text.utf8))
    }

    @Test("Fields are written in their order, with null for nil; fields of another value stand beside")
    func written() {
        #expect(
            String(decoding: perch.json, as: UTF8.self)
                == #"{"id":"p1","kind":"vine","height":null,"neighbors":["p2","p3"]}"#)
        #expect(
            String(decoding: Nest(perch: perch, isNew: true).json, as: UTF8.self)
                == #"{"id":"p1","kind":"vine","height":null,"neighbors":["p2","p3"],"isNew":true}"#)
        #expect(
            String(decoding: Perch.shape.list(countLimit: 5).held(by: "perches", of: "Perches").json([]), as: UTF8.self)
                == #"{"perches":[]}"#)
    }

    private struct Song: Answer, Hashable {
        var title: String
        var singer: String?

        static let name = "Song"
        static let fields = Fields(
            AnswerField("title", .text(1...20, example: "Vines"), \.title),
            AnswerField(optional: "singer", .text(1...20, example: "Jim"), \.singer),
            make: Self.init(title:singer:))
    }

    @Test(
        "An optional field is left out for nil, and read as nil where it is missing or null", arguments: ["Jim", nil])
    func optionalField(singer: String?) throws {
        let song = Song(title: "Vines", singer: singer)
        let text = String(decoding: song.json, as: UTF8.self)
        #expect(text == (singer == nil ? #"{"title":"Vines"}"# : #"{"title":"Vines","singer":"Jim"}"#))
        #expect(try read(text, as: Song.shape) == song)
        #expect(try read(#"{"title":"Vines","singer":null}"#, as: Song.shape) == Song(title: "Vines", singer: nil))
        guard case .object(_, let properties) = Song.schema else { throw JSONError(.missing, path: "schema") }
        #expect(properties.map(\.isRequired) == [true, false])
    }

    /// A bird that sings, or doesn't: its song stands beside its name.
    private struct Bird: Answer, Hashable {
        struct Tune: Hashable, Sendable {
            var key: String?
            var notes: Int64

            static let fields = Fields(
                AnswerField(orNull: "key", .text(1...2, example: "C"), \.key), AnswerField("notes", .int64, \.notes),
                make: Self.init(key:notes:))
        }

        var id: String
        var tune: Tune?
        var isTame: Bool

        static let name = "Bird"
        static let fields = Fields(
            AnswerField("id", .text(1...4, example: "b1"), \.id), AnswerField(optional: Tune.fields, \.tune),
            AnswerField("isTame", .boolean, \.isTame), make: Self.init(id:tune:isTame:))
    }

    @Test(
        "Fields of an optional value stand beside the others, or all of them are left out",
        arguments: [
            (
                Bird(id: "b1", tune: Bird.Tune(key: "C", notes: 5), isTame: true),
                #"{"id":"b1","key":"C","notes":5,"isTame":true}"#
            ),
            (
                Bird(id: "b1", tune: Bird.Tune(key: nil, notes: 5), isTame: true),
                #"{"id":"b1","key":null,"notes":5,"isTame":true}"#
            ),
            (Bird(id: "b1", tune: nil, isTame: false), #"{"id":"b1","isTame":false}"#),
        ])
    private func optionalFields(bird: Bird, text: String) throws {
        #expect(String(decoding: bird.json, as: UTF8.self) == text)
        #expect(try read(text, as: Bird.shape) == bird)
        guard case .object(_, let properties) = Bird.schema else { throw JSONError(.missing, path: "schema") }
        #expect(properties.map(\.name) == ["id", "key", "notes", "isTame"])
        #expect(properties.map(\.isRequired) == [true, false, false, true])
        // Some of them without the others.
        #expect(throws: JSONError(.missing, path: "notes")) {
            try read(#"{"id":"b1","key":"C","isTame":true}"#, as: Bird.shape)
        }
    }

    private struct Flock: Answer, Hashable {
        var leader: String
        var members: [Int64]

        static let leader = StreamedField("leader", .text(1...4, example: "b1"), \Flock.leader)
        static let members = StreamedField("members", listOf: .int64, \Flock.members)
        static let name = "Flock"
        static let fields = Fields(leader.field, members.field, make: Self.init(leader:members:))
    }

    @Test("A streamed field is one piece or a list of any length, and reads as any other field")
    func streamedFields() throws {
        let flock = Flock(leader: "b1", members: Array(1...10_000))
        var pieces = "{\"\(Flock.leader.name)\":"
        pieces += String(decoding: Flock.leader.piece.json(flock.leader), as: UTF8.self)
        pieces += ",\"\(Flock.members.name)\":["
        pieces += flock.members.map { String(decoding: Flock.members.piece.json($0), as: UTF8.self) }
            .joined(separator: ",")
        pieces += "]}"
        #expect(String(decoding: flock.json, as: UTF8.self) == pieces)
        #expect(try read(pieces, as: Flock.shape) == flock)
        var writer = JSONWriter()
        writer.definition(.array(.boolean, countLimit: .max))
        #expect(String(decoding: writer.finish(), as: UTF8.self) == #"{"type":"array","items":{"type":"boolean"}}"#)
    }

    @Test("What is written reads as the same value")
    func roundTrip() throws {
        let nest = Nest(perch: perch, isNew: false)
        #expect(try Nest.shape.answer(json: nest.json) == nest)
    }

    @Test("A newer server may add fields, words, longer texts and longer lists; a missing member is null")
    func newerServer() throws {
        let found = try read(
            #"{"new":[{"a":1.5e3}],"neighbors":["a","b","c"],"id":"much longer","kind":"twig"}"#, as: Perch.shape)
        #expect(found == Perch(id: "much longer", kind: .unknown, height: nil, neighbors: ["a", "b", "c"]))
    }

    @Test(
        "Says what is wrong, and where",
        arguments: [
            (#"{"kind":"vine","neighbors":[]}"#, "id", JSONError.Reason.missing),
            (#"{"id":1,"kind":"vine","neighbors":[]}"#, "id", .wrongType(expected: "a string")),
            (#"{"id":"a","kind":"vine","neighbors":["b",null]}"#, "neighbors[1]", .wrongType(expected: "a string")),
            (#"[]"#, "", .wrongType(expected: "an object")),
        ])
    func refusals(text: String, path: String, reason: JSONError.Reason) {
        #expect(throws: JSONError(reason, path: path)) { try read(text, as: Perch.shape) }
    }

    @Test("The schema names every field as required")
    func schema() {
        #expect(
            Nest.schema
                == .object(
                    "Nest",
                    [
                        .init("id", .string(.init(length: 1...4, example: "p1"))),
                        .init("kind", .string(.init(length: 0...10, example: "vine"))),
                        .init("height", .nullable(.integer(Int64.min...Int64.max))),
                        .init("neighbors", .array(.string(.init(length: 1...4, example: "p2")), countLimit: 2)),
                        .init("isNew", .boolean),
                    ]))
    }
}
