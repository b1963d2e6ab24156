import LaurelDomain
import LaurelHTTPServer
import LaurelWire

/// What only the composition root knows about the program.
public struct SystemFacts: Hashable, Sendable {
    /// The last row of each stream's journal, by a name such as `1/production`.
    public var journalSequences: [String: Int64] = [:]
    public var leaderboardsLoaded = 0
    /// Those that have scores, in memory or not.
    public var leaderboardsKnown = 0
    public var sessionsInMemory = 0
    /// Resident, in bytes; 0: unknown.
    public var memoryBytes = 0
    /// How telling closed browsers and games' servers went, since the start.
    public var deliveries: [Deliveries] = []
    /// Nil: the server makes none by itself.
    public var backups: BackupFacts?

    public struct Deliveries: Hashable, Sendable {
        /// `push` or `webhook`.
        public let to: String
        /// `delivered`, `failed` (another attempt follows) or `given-up`.
        public let outcome: String
        public let count: Int

        public init(to: String, outcome: String, count: Int) {
            self.to = to
            self.outcome = outcome
            self.count = count
        }
    }

    public init() {}
}

/// `GET /metrics` in the text format of Prometheus 0.0.4.
struct Metrics {
    private var text = ""

    static func text(
        counts: RequestCounts, server: ServerMetrics, facts: SystemFacts, eventStreams: Int, isReady: Bool,
        node: NodeFacts? = nil
    ) -> String {
        var metrics = Metrics()
        metrics.requests(counts)
        metrics.server(server)
        metrics.ready(isReady)
        metrics.family("laurel_event_streams", "gauge", "Open event streams.", eventStreams)
        metrics.family("laurel_leaderboards_loaded", "gauge", "Leaderboards in memory.", facts.leaderboardsLoaded)
        metrics.family("laurel_leaderboards_known", "gauge", "Leaderboards with scores.", facts.leaderboardsKnown)
        metrics.family("laurel_sessions_in_memory", "gauge", "Sessions in memory.", facts.sessionsInMemory)
        metrics.family("process_resident_memory_bytes", "gauge", "Resident memory in bytes.", facts.memoryBytes)
        metrics.head("laurel_journal_sequence", "gauge", "Last journal row of each stream.")
        for (stream, sequence) in facts.journalSequences.sorted(by: { $0.key < $1.key }) {
            metrics.text += "laurel_journal_sequence{stream=\"\(stream)\"} \(sequence)\n"
        }
        metrics.deliveries(facts.deliveries)
        if let backups = facts.backups { metrics.backups(backups) }
        if let node { metrics.node(node) }
        return metrics.text
    }

    private mutating func backups(_ backups: BackupFacts) {
        family("laurel_backup_failures_total", "counter", "Backups that failed since the start.", backups.failures)
        guard let last = backups.lastSuccess else { return }
        head("laurel_backup_last_success_timestamp_seconds", "gauge", "When the last good backup was begun.")
        text += "laurel_backup_last_success_timestamp_seconds \(Double(last.milliseconds) / 1_000)\n"
        guard backups.lastBytes > 0 else { return }
        head("laurel_backup_duration_seconds", "gauge", "How long the last backup took, reading it included.")
        text += "laurel_backup_duration_seconds \(backups.lastSeconds)\n"
        family("laurel_backup_size_bytes", "gauge", "Size of the last backup.", backups.lastBytes)
    }

    /// Of a server that doesn't own its store.
    static func text(server: ServerMetrics, isReady: Bool, node: NodeFacts) -> String {
        var metrics = Metrics()
        metrics.server(server)
        metrics.ready(isReady)
        metrics.node(node)
        return metrics.text
    }

    private mutating func ready(_ isReady: Bool) {
        family("laurel_ready", "gauge", "Whether /readyz returns 200 (1 or 0).", isReady ? 1 : 0)
    }

    private mutating func node(_ node: NodeFacts) {
        family("laurel_node_owns_store", "gauge", "Whether this server owns the store (1 or 0).", node.owns ? 1 : 0)
        family(
            "laurel_nodes_live", "gauge",
            "Servers over the store that live, as far as their commits show it, this one included.", node.liveNodes)
        head("laurel_node_commit_wait_seconds", "gauge", "For how long no commit of this server has succeeded.")
        text += "laurel_node_commit_wait_seconds \(Double(node.commitWaitMilliseconds) / 1_000)\n"
        family(
            "laurel_node_cut_off", "gauge", "1 while the owner lives and this server can't reach it.",
            node.isCutOff ? 1 : 0)
        family("laurel_node_waiting_requests", "gauge", "Requests that wait for an owner.", node.waitingRequests)
        family(
            "laurel_node_store_lost_rows", "gauge", "1 while the store lacks rows that a snapshot of this server has.",
            node.storeHasLoss ? 1 : 0)
        if let rows = node.followedRows {
            family(
                "laurel_node_followed_rows", "gauge",
                "Rows of the journal that this server has in memory while another one owns the store.", Int(rows))
        }
        guard let age = node.lookAgeMilliseconds else { return }
        head("laurel_node_store_age_seconds", "gauge", "Time since this server last read the store.")
        text += "laurel_node_store_age_seconds \(Double(age) / 1_000)\n"
    }

    private mutating func deliveries(_ deliveries: [SystemFacts.Deliveries]) {
        head("laurel_deliveries_total", "counter", "Push and webhook deliveries by outcome.")
        for each in deliveries {
            text += "laurel_deliveries_total{to=\"\(each.to)\",outcome=\"\(each.outcome)\"} \(each.count)\n"
        }
    }

    private mutating func requests(_ counts: RequestCounts) {
        head("laurel_requests_total", "counter", "Responses by route and status.")
        var lines = ""
        counts.forEach { target, status, count in
            lines += "laurel_requests_total{route=\"\(target.name)\",status=\"\(status)\"} \(count)\n"
        }
        text += lines
    }

    private mutating func server(_ server: ServerMetrics) {
        family("laurel_connections_open", "gauge", "Open connections.", server.connectionsOpen)
        family("laurel_connections_total", "counter", "Connections accepted.", server.connectionsAccepted)
        family("laurel_connections_refused_total", "counter", "Connections refused.", server.connectionsRefused)
        family(
            "laurel_held_body_bytes", "gauge", "Bytes of request bodies and waiting responses in memory.",
            server.bodyBytesHeld)
        family("laurel_received_bytes_total", "counter", "Bytes received.", server.bytesReceived)
        family("laurel_sent_bytes_total", "counter", "Bytes sent.", server.bytesSent)
        if let tls = server.tls {
            encryption(tls)
            family(
                "laurel_http2_connections_total", "counter", "Connections that speak HTTP/2.", server.connectionsHTTP2)
            family(
                "laurel_http2_misused_total", "counter",
                "HTTP/2 connections that were ended for floods or broken framing.", server.connectionsMisused)
        }
        head("laurel_request_seconds", "histogram", "Time from the end of a request to its response, without streams.")
        var sum: UInt64 = 0
        for (index, count) in server.latencyCounts.enumerated() {
            sum &+= count
            let bound =
                index < ServerMetrics.latencyBounds.count
                ? String(Double(ServerMetrics.latencyBounds[index]) / 1_000_000) : "+Inf"
            text += "laurel_request_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
        }
        text += "laurel_request_seconds_sum \(Double(server.latencySum) / 1e9)\n"
        text += "laurel_request_seconds_count \(sum)\n"
    }

    private mutating func encryption(_ tls: TLSMetrics) {
        head("laurel_tls_handshakes_total", "counter", "TLS handshakes that succeeded, by version.")
        text += "laurel_tls_handshakes_total{version=\"1.2\"} \(tls.handshakes12)\n"
        text += "laurel_tls_handshakes_total{version=\"1.3\"} \(tls.handshakes13)\n"
        family("laurel_tls_resumptions_total", "counter", "Handshakes that resumed a session.", tls.resumed)
        family("laurel_tls_handshake_failures_total", "counter", "TLS handshakes that failed.", tls.failures)
        family("laurel_tls_renewals_total", "counter", "Times a new certificate was taken up.", tls.renewals)
        family(
            "laurel_tls_renewal_failures_total", "counter", "Times changed certificate files couldn't be used.",
            tls.renewalFailures)
        family(
            "laurel_tls_certificate_end_timestamp_seconds", "gauge", "When the certificate in use expires (Unix time).",
            tls.certificateEnd)
    }

    private mutating func family(_ name: String, _ type: String, _ help: String, _ value: some BinaryInteger) {
        head(name, type, help)
        text += "\(name) \(value)\n"
    }

    private mutating func head(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
