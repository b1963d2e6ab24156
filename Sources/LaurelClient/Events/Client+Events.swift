public import LaurelDomain
public import LaurelWire

extension Client {
    /// Opens the player's event stream and calls `hear` with each event, until the stream ends.
    ///
    /// - Parameters:
    ///   - leaderboards: whose changes are told too; first of all where each of them stands.
    ///   - last: the last event that was heard; nil: from now on.
    ///   - opened: the server has taken the connection.
    /// - Throws: why it ended. Returns when the server ended it, which says nothing: open it again.
    public func events(
        of leaderboards: [LeaderboardName] = [], after last: NoticeID?, opened: () async -> Void,
        hear: (ServerEvent) async -> Void
    ) async throws(ClientError) {
        var request = request(
            .notifications(.events(leaderboards: leaderboards, nil, after: last)), bytesLimit: ClientLimits.lineBytes)
        request.headers["Accept"] = "text/event-stream"
        request.timeout = ClientLimits.streamTimeout
        let stream: TransportStream
        do throws(TransportError) { stream = try await transport.stream(request) } catch { throw .network(error) }
        guard case .lines(let lines) = stream else {
            guard case .refused(let response) = stream else { return }
            throw ClientError(refusal: response)
        }
        await opened()
        var parser = EventParser()
        do {
            for try await line in lines { if let event = parser.take(line) { await hear(event) } }
        } catch let error as TransportError {
            throw .network(error)
        } catch {
            throw .network(.other("\(error)"))
        }
    }
}
