import Glibc

/// Gives a client's loop its thread.
enum PeerThread {
    /// Runs `body` once on a new thread, which ends with it.
    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { body in
                guard let body else { return nil }
                Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        // The only cause is a lack of memory or of threads at the start, and a node without it can do nothing.
        precondition(result == 0, "a thread for requests to peers could not be made")
        pthread_detach(thread)
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
