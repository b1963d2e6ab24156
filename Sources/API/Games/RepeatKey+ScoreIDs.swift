import LaurelDomain
import LaurelHTTPServer
import LaurelWire

// A request that another server passed on may come again from there, when the server that had it was lost: so it has a
// key, and its scores and reports without IDs get some that follow from it. The same request gets the same ones again,
// and counts once (rule 4.4). Nobody else's can be the same: the key is random, and the client doesn't know it.
extension RepeatKey {
    fileprivate func scoreID(at index: Int) -> ScoreID { id("s\(index)") }

    /// Scores and reports of a player have their IDs from one space.
    fileprivate func reportID(at index: Int) -> ScoreID { id("r\(index)") }

    private func id(_ suffix: String) -> ScoreID {
        do throws(InvalidIdentifier) { return try ScoreID("\(self)-\(suffix)") } catch {
            preconditionFailure("32 digits, a hyphen, a letter and a number are an ID: \(error)")
        }
    }
}

extension ScoreBody {
    /// - Parameter key: nil: the request can't come again, and stays as it is.
    func identified(by key: RepeatKey?) -> ScoreBody {
        guard let key, score.id == nil else { return self }
        var body = self
        body.score.id = key.scoreID(at: 0)
        return body
    }
}

extension ScoresBody {
    /// - Parameter key: nil: the request can't come again, and stays as it is.
    func identified(by key: RepeatKey?) -> ScoresBody {
        guard let key else { return self }
        var body = self
        for index in body.scores.indices where body.scores[index].score.id == nil {
            body.scores[index].score.id = key.scoreID(at: index)
        }
        body.achievements = achievements?.identified(by: key)
        return body
    }
}

extension [ReportBody] {
    /// - Parameter key: nil: the request can't come again, and stays as it is.
    func identified(by key: RepeatKey?) -> [ReportBody] {
        guard let key else { return self }
        var bodies = self
        for index in bodies.indices where bodies[index].reportID == nil {
            bodies[index].reportID = key.reportID(at: index)
        }
        return bodies
    }
}
