package import LaurelDomain
package import LaurelStorage

extension ScoreKeeper {
    /// A guest's rows looked at in one go, and so scores in one turn of the writer.
    static let mergedRows = 256

    /// From now on no row of this player comes any more: those that are there are all.
    package func close(_ guest: PlayerNumber) async throws(StoreError) { try await send(guest, nil) }

    /// Makes each of a guest's scores the account's (rule 1.13). What was done before is done: the scores are known by
    /// their IDs.
    ///
    /// - Parameter isWanted: asked after rows were read: false when they may be emptied by now.
    package func mergeScores(
        of guest: PlayerNumber, into account: PlayerNumber, while isWanted: () async throws(StoreError) -> Bool
    ) async throws(SubmitScoresError) {
        let streams = try await SubmitScoresError.translating { () throws(StoreError) in
            try await onThread { [journal] () throws(StoreError) in try journal.streams() }
        }
        for stream in streams {
            var last = JournalSequence.start
            var waiting: Set<JournalSequence>?
            while true {
                let after = last
                let page = try await SubmitScoresError.translating { () throws(StoreError) in
                    try await onThread { [journal] () throws(StoreError) in
                        try journal.rows(of: guest, after: after, in: stream, limit: Self.mergedRows)
                    }
                }
                guard let end = page.last else { break }
                if waiting == nil, page.contains(where: { $0.flags.contains(.awaitsUpgrade) }) {
                    waiting = try await SubmitScoresError.translating { () throws(StoreError) in
                        Set(try await awaiting(guest, after: after, in: stream).map(\.sequence))
                    }
                }
                let isWanted = try await SubmitScoresError.translating(isWanted)
                guard isWanted else { return }
                try await merge(Self.scores(of: page, waiting ?? []), of: stream, into: account)
                last = end.sequence
            }
        }
    }

    /// What moderators have decided waits for nothing any more.
    private static func scores(of page: [JournalRow], _ waiting: Set<JournalSequence>) -> [JournalRow] {
        page.filter { $0.kind == .score }.map { row in
            guard !waiting.contains(row.sequence) else { return row }
            var row = row
            row.flags.remove(.awaitsUpgrade)
            return row
        }
    }

    private func merge(
        _ rows: [JournalRow], of stream: StreamID, into account: PlayerNumber
    ) async throws(SubmitScoresError) {
        guard !rows.isEmpty else { return }
        let result = await withCheckedContinuation { continuation in
            let call = SubmitCall(merging: rows, of: stream, into: account) { continuation.resume(returning: $0) }
            if !queue.add(.submit(call)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        _ = try result.get()
    }
}
