extension SplitRead {
    /// Reads parts that are in this process; no round is a trip then.
    ///
    /// - Parameter parts: all of them, in order of their numbers.
    public mutating func run(on parts: [BoardPart]) throws(Failure) -> Answer {
        var action = begin()
        while true {
            switch action {
            case .ask(let requests):
                var answers: [Int: PartAnswer] = [:]
                for (number, request) in requests where parts.indices.contains(number) {
                    answers[number] = parts[number].answer(request)
                }
                action = take(answers)
            case .done(let answer): return answer
            case .fail(let failure): throw failure
            }
        }
    }
}
