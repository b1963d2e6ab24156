import LaurelDomain
import Synchronization

extension ScoreKeeper {
    /// Has the writer count scores, whose replays were played, and reports of the same player together.
    ///
    /// The call's completion is told of both: on this thread or on the writer's.
    package func send(_ call: SubmitCall, with reports: ReportStep) {
        let submitted = SubmittedBox()
        var scores = call
        scores.completion = { result in
            // Refused ones refuse the step, which is told itself.
            if case .success(let answer) = result { submitted.value.withLock { $0 = answer } }
        }
        let step = ResultsStep(scores: scores, reports: reports, reads: reports.reads + runReads(of: call))
        send(step) { [queue] result in
            switch result {
            // Steps don't say why nothing is taken.
            case .failure(.unavailable) where queue.isStopped: call.completion(.failure(.stopped))
            case .success(let reported):
                // Scores are answered before the steps that they belong to.
                guard var answer = submitted.value.withLock({ $0 }) else {
                    return call.completion(.failure(.broken(reason: "scores of a step have no answer")))
                }
                answer.reported = reported
                call.completion(.success(answer))
            case .failure(let error): call.completion(.failure(error))
            }
        }
    }
}

/// What became of a step's scores.
private final class SubmittedBox: Sendable {
    let value = Mutex<SubmittedScores?>(nil)
}
