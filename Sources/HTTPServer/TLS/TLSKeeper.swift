import Synchronization

/// What a server's loops encrypt new connections with, kept up to date with its files.
final class TLSKeeper: Sendable {
    private struct State {
        var context: TLSContext
        var watch: FileWatch
        var renewals: UInt64 = 0
        var renewalFailures: UInt64 = 0
        /// Why the files that are there can't be used, as it was told. It is tried again at each look.
        var failure: (error: TLSFileError, stamps: FileWatch.Stamps)?
    }

    let files: TLSFiles
    private let tickets: TicketKeys
    private let state: Mutex<State>

    /// - Parameter now: nanoseconds of a clock that never goes back.
    init(_ files: TLSFiles, now: UInt64) throws(TLSFileError) {
        self.files = files
        tickets = TicketKeys(now: now)
        // Before they are read: a change in between is seen as one.
        let watch = FileWatch(Self.stamps(files))
        state = Mutex(State(context: try TLSContext(files, tickets: tickets), watch: watch))
    }

    var current: TLSContext { state.withLock { $0.context } }

    /// Looks whether the files have changed, and takes them up if they can be used. One thread calls it.
    func look(now: UInt64) {
        tickets.rotate(now: now)
        let stamps = Self.stamps(files)
        guard state.withLock({ $0.watch.look(stamps) }) else { return }
        do throws(TLSFileError) {
            let context = try TLSContext(files, tickets: tickets)
            state.withLock { state in
                state.context = context
                state.renewals &+= 1
                state.failure = nil
            }
            files.report(.renewed)
        } catch {
            let isNew = state.withLock { state in
                state.watch.failed()
                guard state.failure?.error != error || state.failure?.stamps != stamps else { return false }
                state.failure = (error, stamps)
                state.renewalFailures &+= 1
                return true
            }
            if isNew { files.report(.notRenewed(error)) }
        }
    }

    /// Adds what the loops don't know.
    func complete(_ metrics: inout TLSMetrics) {
        state.withLock { state in
            metrics.renewals = state.renewals
            metrics.renewalFailures = state.renewalFailures
            metrics.certificateEnd = state.context.certificateEnd
        }
    }

    private static func stamps(_ files: TLSFiles) -> FileWatch.Stamps {
        FileWatch.Stamps(certificate: Folder.stamp(files.certificate), key: Folder.stamp(files.key))
    }
}
