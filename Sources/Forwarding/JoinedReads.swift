import LaurelHTTPServer

/// Answers reads that another node sends in one question, each as if it had come by itself.
struct JoinedReads: Sendable {
    static let path: StaticString = "/node/reads/1"

    /// Drawn by chance for each process: names of kept bytes mean something together with it alone.
    let owner: UInt64
    let node: NodeHandler

    func answer(_ question: Request) -> Response {
        var reader = NodeMessageReader(question.body)
        var answer = NodeMessageWriter()
        answer.put(owner)
        var sent: Set<UInt64> = []
        do throws(NodeMessageReader.Malformed) {
            let isKnown = try reader.number() == owner
            while !reader.isAtEnd {
                let read = try JoinedRead(from: &reader)
                switch node.answering({ $0.answerAtOnce(read.request) }) {
                case nil: answer.put(JoinedRead.Outcome.elsewhere.rawValue)
                case .some(nil): answer.put(JoinedRead.Outcome.alone.rawValue)
                case .some(let response?): Self.put(response, isKnown ? read.known : 0, &sent, to: &answer)
                }
            }
        } catch {
            return Response(.badRequest)
        }
        return Response(.ok, type: "application/octet-stream", body: answer.bytes)
    }

    /// - Parameter sent: the names of bytes that are in the answer already.
    private static func put(
        _ response: Response, _ known: UInt64, _ sent: inout Set<UInt64>, to answer: inout NodeMessageWriter
    ) {
        answer.put(JoinedRead.Outcome.answered.rawValue)
        answer.put(response.status.code)
        answer.put(response.headers.encoded)
        switch response.body {
        case .spliced(let before, let bytes, let after, let name?):
            let isThere = name.number == known || sent.contains(name.number)
            answer.put((isThere ? JoinedRead.Body.aroundKnown : .aroundNew).rawValue)
            answer.put(name.number)
            answer.put(before)
            if !isThere {
                answer.put(bytes)
                sent.insert(name.number)
            }
            answer.put(after)
        default:
            let bytes = response.body.wholeBytes
            answer.put((bytes == nil ? JoinedRead.Body.empty : .whole).rawValue)
            if let bytes { answer.put(bytes) }
        }
    }
}
