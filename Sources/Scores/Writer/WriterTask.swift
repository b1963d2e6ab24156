package import LaurelDomain
package import LaurelStorage

/// A change that is planned, committed and published by itself, on the writer's thread.
package struct WriterTask: Sendable {
    /// Boards that it reads: it is planned when they are loaded.
    package var needs: (stream: StreamID, keys: [BoardKey])?
    /// Adds what is to be written to the batch.
    /// - Returns: what to do when that is durable. A task that refuses adds nothing, and answers then.
    package let plan: @Sendable (JournalWriter) throws(StoreError) -> @Sendable () -> Void
    /// Called instead when nothing was written because of the store.
    package let refuse: @Sendable (StoreError) -> Void

    package init(
        needs: (stream: StreamID, keys: [BoardKey])? = nil,
        plan: @escaping @Sendable (JournalWriter) throws(StoreError) -> @Sendable () -> Void,
        refuse: @escaping @Sendable (StoreError) -> Void
    ) {
        self.needs = needs
        self.plan = plan
        self.refuse = refuse
    }
}

extension ScoreKeeper {
    /// Runs `plan` on the writer's thread and commits what it added to the batch's facts.
    ///
    /// - Parameter needs: boards that it reads.
    /// - Parameter plan: throws before it has added anything, or not at all; returns what to do when it is durable.
    package func perform<Value: Sendable, Failure: StoreFailure>(
        needing needs: (stream: StreamID, keys: [BoardKey])? = nil,
        _ plan: @escaping @Sendable (JournalWriter) throws(Failure) -> @Sendable () -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            let task = WriterTask(
                needs: needs,
                plan: { writer in
                    do throws(Failure) {
                        let publish = try plan(writer)
                        return { continuation.resume(returning: .success(publish())) }
                    } catch {
                        return { continuation.resume(returning: .failure(error)) }
                    }
                }, refuse: { continuation.resume(returning: .failure(Failure($0))) })
            if !queue.add(.perform(task)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        return try result.get()
    }
}

extension JournalWriter {
    /// - Returns: false when the store failed in a way after which memory may not agree with it.
    func perform(_ task: WriterTask) -> Bool {
        beginBatch()
        do throws(StoreError) {
            let publish = try task.plan(self)
            try commitBatch()
            batch.clear()
            publish()
            return true
        } catch {
            keeper.noteFailure(error)
            batch.clear()
            task.refuse(error)
            return error.leavesStoreSound
        }
    }

    /// What a task has planned is as if it had never been: it refuses after all.
    package func discardPlan() {
        pending.undo()
        batch.clear()
    }

    /// Writes the batch's rows and facts; what was planned for challenges holds, or is as if it had never been.
    func commitBatch() throws(StoreError) {
        writeJoined()
        guard !batch.rows.isEmpty || !batch.facts.isEmpty else { return }
        do throws(StoreError) {
            try keeper.journal.commit(Change(rows: batch.rows, facts: batch.facts))
        } catch {
            pending.undo()
            throw error
        }
        keeper.noteCommit()
        pending.keep()
        for (game, players) in batch.joined { keeper.tally.join(game, players) }
        let tells = batch.facts.contains { if case .notice = $0 { true } else { false } }
        if tells { keeper.ports.outbox.signal() }
    }
}
