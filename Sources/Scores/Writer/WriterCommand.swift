package import LaurelDomain
package import LaurelStorage

/// One thing for the writer to do.
package enum WriterCommand: Sendable {
    case submit(SubmitCall)
    case step(any StepCall)
    /// The background has written runs of score ids.
    case adoptRuns(StreamID, [ScoreIDRun])
    /// A board has been loaded or made anew.
    case rebuilt(StreamBoards, BoardRebuild)
    /// Boards that seem to be of no use to anybody.
    case drop([BoardKey], StreamBoards, unusedFor: Timestamp.Span)
    /// What a command needs could not be read, and nobody can say what the store holds.
    case storeFailed(StoreError)

    /// Whether it may share a commit with others; the rest begins with nothing planned.
    var joinsBatch: Bool {
        switch self {
        case .submit, .adoptRuns: true
        case .step(let call): call.joinsBatch
        case .rebuilt, .drop, .storeFailed: false
        }
    }

    /// What was read for it; what it knew before may be out of date.
    mutating func give(_ findings: [StoreRead: StoreFinding]) {
        switch self {
        case .submit(var call):
            call.known.merge(findings) { $1 }
            self = .submit(call)
        case .step(var call):
            call.known.merge(findings) { $1 }
            self = .step(call)
        case .adoptRuns, .rebuilt, .drop, .storeFailed: break
        }
    }

    func refuse(_ error: StoreError) {
        switch self {
        case .submit(let call): call.completion(.failure(SubmitScoresError(error)))
        case .step(let call): call.refuse(error)
        case .adoptRuns, .drop, .storeFailed: break
        case .rebuilt(_, let rebuild): rebuild.finish()
        }
    }
}
