import Dispatch

/// Where the engine reads and writes its folder: a disk may take long, and must hold up neither the game nor the
/// cooperative pool. One thing at a time, in order.
final class DiskThread: Sendable {
    private let queue = DispatchQueue(label: "laurel.gamekit.device")

    /// Does `body` behind everything that was asked for before this call.
    func start(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Returns when everything that was asked for before is done, and after two seconds at the latest: a disk that
    /// hangs keeps no program from ending.
    func finish() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .seconds(2))
    }

    func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(Failure) in try body() })
            }
        }
        return try result.get()
    }
}
