import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// The log of what people with rights did, for acts whose own writing knows nothing of it.
struct RecordedActs: Sendable {
    let recordAct: RecordAct

    /// The entry comes first, so that no act is without one.
    func record(_ entry: NewAuditEntry) async throws(Problem) {
        do throws(ReadAuditError) { try await recordAct(entry) } catch { throw Problem(from: error) }
    }
}
