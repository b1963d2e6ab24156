import Synchronization

/// Work that is done one after the other, in the order in which it was asked for: a line for each key.
final class Lines: Sendable {
    private struct State {
        var lastNumber: UInt64 = 0
        /// Who stands in each line, in order: it is the first one's turn.
        var lines: [String: [UInt64]] = [:]
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Takes the last slot of a line. In a call of the game's it is taken before the call returns, so that calls in a
    /// row stay in their order.
    func join(_ key: String) -> Slot {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.lines[key, default: []].append(state.lastNumber)
            return state.lastNumber
        }
        return Slot(number, key, in: self)
    }

    /// A slot in a line, until it is left or nobody holds it any more.
    final class Slot: Sendable {
        private let number: UInt64
        private let key: String
        private let lines: Lines

        fileprivate init(_ number: UInt64, _ key: String, in lines: Lines) {
            self.number = number
            self.key = key
            self.lines = lines
        }

        deinit { leave() }

        /// Returns when everybody before has left. One caller waits.
        func comes() async { await lines.wait(number, key) }

        func leave() { lines.leave(number, key) }
    }

    private func wait(_ number: UInt64, _ key: String) async {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                if state.lines[key]?.first == number { return true }
                state.waiting[number] = continuation
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    private func leave(_ number: UInt64, _ key: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard var line = state.lines[key], let index = line.firstIndex(of: number) else { return nil }
            line.remove(at: index)
            state.lines[key] = line.isEmpty ? nil : line
            return line.first.flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}

extension Laurel {
    /// Does `body` when its turn comes, in a task of the engine's, and waits for it: it goes on though the caller is
    /// cancelled.
    func inLine(_ key: String, _ body: @escaping @Sendable () async -> Void) async {
        let slot = lines.join(key)
        let task = tasks.start {
            await slot.comes()
            await body()
            slot.leave()
        }
        await task?.value
    }
}
