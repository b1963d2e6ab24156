import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// Writes a player's notices to one event stream.
final class NoticeStream: NoticeListener {
    /// Half of what a stream may have queued: what comes live meanwhile must fit as well.
    private static let roomBytes = Limits().streamBytes / 2

    private let writer: StreamWriter
    private let encoding: NoticeEncoding
    private let scope: PlayerIDs.Scope
    private let wishes: [LanguageTag]

    /// - Parameter wishes: the reader's languages, best first.
    init(_ writer: StreamWriter, _ encoding: NoticeEncoding, _ scope: PlayerIDs.Scope, _ wishes: [LanguageTag]) {
        self.writer = writer
        self.encoding = encoding
        self.scope = scope
        self.wishes = wishes
    }

    var hasRoom: Bool { writer.queuedBytes < Self.roomBytes }

    func hear(_ event: NoticeEvent) async {
        var json = JSONWriter(capacity: 512)
        let name: String
        let id: NoticeID
        switch event {
        case .notice(let notice):
            (name, id) = ("notice", notice.id)
            json.value(await encoding.answer(notice, in: scope, for: wishes))
        case .inbox(let unread, let last, let change):
            (name, id) = ("inbox", last)
            json.beginObject()
            json.field("unread", unread)
            json.field("last", String(last.rawValue))
            if let change { json.fields(of: change) }
            json.endObject()
        }
        let data = String(decoding: json.finish(), as: UTF8.self)
        writer.write(ServerSentEvent(event: name, id: String(id.rawValue), data: data).encoded)
    }
}

extension JSONWriter {
    fileprivate mutating func fields(of change: InboxChange) {
        switch change {
        case .read(.one(let id)): field("readID", String(id.rawValue))
        case .read(.upTo(let id)): field("readUpTo", String(id.rawValue))
        case .deleted(let id): field("deletedID", String(id.rawValue))
        }
    }
}
