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
    private let languages: [LanguageTag]

    /// - Parameter languages: the reader's languages, best first.
    init(_ writer: StreamWriter, _ encoding: NoticeEncoding, _ scope: PlayerIDs.Scope, _ languages: [LanguageTag]) {
        self.writer = writer
        self.encoding = encoding
        self.scope = scope
        self.languages = languages
    }

    var hasRoom: Bool { writer.queuedBytes < Self.roomBytes }

    func hear(_ event: NoticeEvent) async {
        switch event {
        case .notices(let notices):
            for answer in await encoding.answers(notices, in: scope, for: languages) {
                write("notice", answer.id, answer.json)
            }
        case .inbox(let unread, let last, let change):
            write("inbox", last, InboxEvent(unread: unread, last: last, change).json)
        }
    }

    private func write(_ name: String, _ id: NoticeID, _ json: [UInt8]) {
        let data = String(decoding: json, as: UTF8.self)
        writer.write(ServerSentEvent(event: name, id: String(id.rawValue), data: data).encoded)
    }
}

extension InboxEvent {
    fileprivate init(unread: Int, last: NoticeID, _ change: InboxChange?) {
        self.init(unread: unread, last: last)
        switch change {
        case .read(.one(let id)): readID = id
        case .read(.upTo(let id)): readUpTo = id
        case .deleted(let id): deletedID = id
        case nil: break
        }
    }
}
