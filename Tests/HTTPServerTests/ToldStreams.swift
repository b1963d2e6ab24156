import LaurelHTTPServer
import LaurelTestSupport

/// Event streams of a server, each told when it opens and when it closes.
struct ToldStreams: Sendable {
    let opened = Event<StreamWriter>()
    let closed = Event<Void>()

    /// Answers every request with one.
    var handler: @Sendable (Request) -> Outcome {
        { [opened, closed] _ in
            .now(
                ServerSentEvent.stream { writer in
                    writer.onClose { closed.happen(()) }
                    opened.happen(writer)
                })
        }
    }
}
