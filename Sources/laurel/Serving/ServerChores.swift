import LaurelHTTPServer
import LaurelService

/// What is done once a minute.
struct ServerChores {
    static let interval = Duration.seconds(60)
    let composition: Composition
    let server: Server
    let log: RequestLog?

    func run() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                return
            }
            do { try await TidySessions(composition.accounts)() } catch {
                log?.add(event: "sessions-not-saved", "\(error)")
            }
            server.releaseMemoryAfterBurst()
            await composition.finishErasures()
            do { try await TidyInboxes(composition.inboxes)() } catch {
                log?.add(event: "inboxes-not-tidied", "\(error)")
            }
            do { try await TidyChallenges(composition.challenges)() } catch {
                log?.add(event: "challenges-not-tidied", "\(error)")
            }
            do { try await composition.deliveries.tidy() } catch {
                log?.add(event: "deliveries-not-tidied", "\(error)")
            }
        }
    }
}
