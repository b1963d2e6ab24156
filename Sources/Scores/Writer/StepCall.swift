import LaurelDomain
package import LaurelStorage

/// A step that waits for the writer, with its waiting caller: the one kind of command beside scores, which
/// have a path of their own because they are many.
package protocol StepCall: Sendable {
    var reads: [StoreRead] { get }
    var joinsBatch: Bool { get }
    var contact: DeviceContact? { get }
    /// What was read of the store for it.
    var known: [StoreRead: StoreFinding] { get set }

    /// Has the step plan.
    func plan(_ draft: inout CommitDraft) -> StepOutcome
    /// Answers it: nothing of it was written.
    func refuse(_ error: StoreError)
    /// The same, because of one of its scores.
    func refuse(_ error: SubmitScoresError, of score: Int)
}

/// What a step made of its draft.
package enum StepOutcome: Sendable {
    /// To be called when it is durable and published.
    case planned(answer: @Sendable () -> Void)
    /// `isFinal`: for good, and not because of the store.
    case refused(answer: @Sendable () -> Void, isFinal: Bool)
}

struct TypedStepCall<Step: WriterStep>: StepCall {
    let step: Step
    var known: [StoreRead: StoreFinding] = [:]
    let completion: @Sendable (Result<Step.Answer, Step.Refusal>) -> Void

    var reads: [StoreRead] { step.reads }
    var joinsBatch: Bool { step.joinsBatch }
    var contact: DeviceContact? { step.contact }

    init(_ step: Step, _ completion: @escaping @Sendable (Result<Step.Answer, Step.Refusal>) -> Void) {
        self.step = step
        self.completion = completion
    }

    func plan(_ draft: inout CommitDraft) -> StepOutcome {
        do throws(Step.Refusal) {
            let answer = try step.plan(&draft)
            return .planned { [completion] in completion(.success(answer)) }
        } catch {
            return .refused(answer: { [completion] in completion(.failure(error)) }, isFinal: !error.isOfStore)
        }
    }

    func refuse(_ error: StoreError) { completion(.failure(Step.Refusal(error))) }

    func refuse(_ error: SubmitScoresError, of score: Int) { completion(.failure(step.refusal(of: score, error))) }
}

extension ScoreKeeper {
    /// Has the writer plan, commit and publish a step.
    package func perform<Step: WriterStep>(_ step: Step) async throws(Step.Refusal) -> Step.Answer {
        let result: Result<Step.Answer, Step.Refusal> = await withCheckedContinuation { continuation in
            send(step) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// The same for a step that is written where it is used.
    ///
    /// - Parameter reads: what it looks up in the store.
    package func perform<Answer: Sendable, Refusal: StoreFailure>(
        reading reads: [StoreRead] = [], from contact: DeviceContact? = nil,
        _ plan: @escaping @Sendable (inout CommitDraft) throws(Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        try await perform(InlineStep(reads: reads, contact: contact, plan))
    }

    /// - Parameter completion: called once, on this thread or on the writer's; it must return at once.
    package func send<Step: WriterStep>(
        _ step: Step, _ completion: @escaping @Sendable (Result<Step.Answer, Step.Refusal>) -> Void
    ) {
        let call = TypedStepCall(step, completion)
        if call.reads.isEmpty {
            if !queue.add(.step(call)) { call.refuse(.unavailable) }
        } else {
            fetch(call.reads, for: .step(call))
        }
    }

    /// The same for what must be done, however long the line is, and needs nothing of the store.
    package func sendOwn<Step: WriterStep>(
        _ step: Step, _ completion: @escaping @Sendable (Result<Step.Answer, Step.Refusal>) -> Void
    ) {
        queue.addOwn(.step(TypedStepCall(step, completion)))
    }

    /// Scores whose replays were played: whether somebody handed the runs in before is looked up on the way.
    package func sendPlayed(_ call: SubmitCall) {
        let reads = runReads(of: call)
        let isTaken = reads.isEmpty ? queue.add(.submit(call)) : fetchIfTaken(reads, for: .submit(call))
        // The writer may have ended while the runs were played.
        if !isTaken { call.completion(.failure(queue.isStopped ? .stopped : .unavailable)) }
    }

    /// Whether somebody handed its runs in before.
    func runReads(of call: SubmitCall) -> [StoreRead] {
        call.items.compactMap { item -> StoreRead? in
            guard case .success(let run)? = item.run else { return nil }
            let leaderboard =
                if let number = item.leaderboard {
                    catalogue.target(of: number)
                } else {
                    catalogue.defaultLeaderboard(of: call.app, for: call.player)
                }
            return leaderboard.flatMap { RunKey(run, on: $0.number, call.stream.environment) }.map { .run($0) }
        }
    }
}
