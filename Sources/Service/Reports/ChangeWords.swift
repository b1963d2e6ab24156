public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Adds to the list of words and takes out of it; at once.
public struct ChangeWords: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// Reads the list from the store, at a start.
    public func load() async throws(ModerationError) {
        let records = try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.words()
        }
        moderation.words.replaceAll(records)
    }

    /// - Parameters:
    ///   - word: folded (``WordFilter/folded(_:)``).
    ///   - verdict: nil: as the list that comes with the program has it.
    public func callAsFunction(
        _ word: String, _ verdict: WordVerdict?, by administrator: Administrator
    ) async throws(ModerationError) {
        let audit = administrator.entry(
            .wordUpdate, changes: verdict.map { "\($0) " } ?? "as delivered", at: moderation.keeper.now())
        try await moderation.words.gate.run { () async throws(ModerationError) in
            guard verdict == nil || moderation.words.records.count < ModerationLimits.words else {
                throw .tooManyWords(limit: ModerationLimits.words)
            }
            try await ModerationError.translating { () throws(StoreError) in
                try await moderation.directory.setWord(word, verdict, audit)
            }
            moderation.words.put(word, verdict)
        }
    }
}
