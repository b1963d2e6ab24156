import LaurelHTTPServer

/// A request that has no answer yet and may still get one from the owner of the store.
struct WaitingRequest: Sendable {
    var request: Request
    let responder: Responder
    /// When it came, in milliseconds of ``NodePolicy/clock``.
    let arrival: UInt64
    /// An owner was lost while it had the request.
    var mayHaveBeenDone = false
}
