import LaurelHTTPServer
import LaurelService

/// What is done once a minute.
struct ServerChores {
    static let interval = Duration.seconds(60)
    let composition: Composition
    let server: Server
    let log: RequestLog?

    /// Minutes between two looks for guests who never came back, and before the first: ranks are read for it.
    private static let guestMinutes = (between: 1_440, first: 10)

    func run() async {
        var minutesToGuests = Self.guestMinutes.first
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                return
            }
            do { try await TidySessions(composition.accounts)() } catch {
                log?.add(event: "sessions-not-saved", composition.store.reason(error))
            }
            do { try await TidyProviders(composition.accounts)() } catch {
                log?.add(event: "sign-ins-not-tidied", composition.store.reason(error))
            }
            do { try await TidyGrants(composition.accounts)() } catch {
                log?.add(event: "grants-not-tidied", composition.store.reason(error))
            }
            do { try await TidyGuesses(composition.accounts)() } catch {
                log?.add(event: "guesses-not-tidied", composition.store.reason(error))
            }
            server.releaseMemoryAfterBurst()
            await composition.finishErasures()
            await composition.finishMerges()
            await composition.releaseScores()
            minutesToGuests -= 1
            if minutesToGuests <= 0 {
                minutesToGuests = Self.guestMinutes.between
                await forgetGuests()
            }
            do { try await TidyInboxes(composition.inboxes)() } catch {
                log?.add(event: "inboxes-not-tidied", composition.store.reason(error))
            }
            do { try await TidyChallenges(composition.challenges)() } catch {
                log?.add(event: "challenges-not-tidied", composition.store.reason(error))
            }
            do { try await TidyGroupChallenges(composition.groupChallenges)() } catch {
                log?.add(event: "challenges-not-tidied", composition.store.reason(error))
            }
            do { try await composition.deliveries.tidy() } catch {
                log?.add(event: "deliveries-not-tidied", composition.store.reason(error))
            }
        }
    }

    private func forgetGuests() async {
        do throws(EraseError) {
            let count = try await composition.forgetGuests()
            if count > 0 { log?.add(event: "guests-erased", "\(count)") }
        } catch {
            log?.add(event: "guests-not-erased", composition.store.reason(error))
        }
    }
}
