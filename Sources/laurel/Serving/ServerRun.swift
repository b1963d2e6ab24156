import Foundation
import Glibc
import LaurelAPI
import LaurelHTTPServer
import Synchronization

/// One life of a server that is alone with its store.
struct ServerRun {
    let settings: ServerSettings
    init(_ settings: ServerSettings) { self.settings = settings }

    func run() async throws {
        let ending = Ending()
        let log = try ServerProcess.prepare(settings)
        // Taking over a store ends another server: not before this one can answer instead.
        if !settings.store.isFolder {
            try FreePort.require(settings.port, settings.address)
            if let port = settings.tls.redirectPort {
                try FreePort.require(port, settings.address, TLSOptions.redirectPort.name)
            }
        }
        let composition = try await Composition(settings, log)
        ending.isOrderly.store(true, ordering: .relaxed)
        let pages = try Pages.ofThisProgram()
        let front = try PublicServer(settings, log) { settings.api(composition.services, $0, pages, log) }
        // All that can keep this server from running is known by now.
        try composition.store.noteElsewhere()
        front.handler.attach { front.server.metrics }
        let tenure = Tenure(composition, front.handler, settings, log)
        Terminal.say("Laurel \(Laurel.version) at \(front.url.origin)")
        settings.warnInTheClear()
        try await tenure.begin(on: front.server, at: front.url.origin)
        var end: (failure: (any Error)?, canWrite: Bool) = (nil, true)
        for await event in Self.events(of: tenure, ending) {
            // Nil: by a signal, which counts however long the start takes.
            guard let event else { break }
            if let reason = tenure.end(of: event) {
                end = reason
                break
            }
            tenure.deliver()
            Terminal.say("Ready. Open \(front.url.origin) in a browser. Press Ctrl-C to stop.")
        }
        Terminal.say("Stopping: finishing requests in progress.")
        await front.drain()
        // While the folder is still ours: the next server in it makes a socket of the same name.
        unlink(DataFolder.socket(in: settings.folder))
        await tenure.end(canWrite: end.canWrite)
        log?.close()
        if let failure = end.failure { throw failure }
    }

    private static func events(of tenure: Tenure, _ ending: Ending) -> AsyncStream<Tenure.Event?> {
        let (events, tell) = AsyncStream.makeStream(of: Tenure.Event?.self)
        Task {
            await ending.wait()
            tell.yield(nil)
        }
        Task { for await event in tenure.events() { tell.yield(event) } }
        return events
    }
}

/// What is set once for the whole process of a server.
enum ServerProcess {
    /// - Returns: the request log; nil: none is kept.
    static func prepare(_ settings: ServerSettings) throws -> RequestLog? {
        // A reader that went away is an error of one write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that has reached its limit: the log drops lines, the store answers 503.
        signal(SIGXFSZ, SIG_IGN)
        Server.releaseLargeBlocksAtOnce()
        // Each event stream is a descriptor; the kernel's limit is the one that counts.
        Server.raiseOpenFileLimit()
        // The log may lie in the data folder.
        try DataFolder.make(settings.folder)
        return settings.log == "none" ? nil : try RequestLog(settings.log)
    }
}

extension ServerSettings {
    func warnInTheClear() {
        guard isInTheClear else { return }
        Terminal.say(
            "Warning: other machines reach this server without encryption, so passwords can be read on the way. "
                + "Put a proxy with TLS before it and name it with --public-url https://… (docs/operating.md).")
    }
}
