import LaurelDomain
import LaurelStorage

/// Links to providers' accounts as rows of SQL.
enum ProviderLinkTable {
    private static let columns: SQL = "id, player, issuer, subject, provider, created, last_used"

    static func link(
        of identity: ForeignIdentity, on connection: any SQLConnection
    ) throws(StoreError) -> ProviderLink? {
        try connection.first(
            """
            SELECT \(columns) FROM provider_links
            WHERE issuer = \(identity.issuer) AND subject = \(identity.subject)
            """, row)
    }

    static func links(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [ProviderLink] {
        try connection.rows("SELECT \(columns) FROM provider_links WHERE player = \(player) ORDER BY id", row)
    }

    static func insert(
        _ identity: ForeignIdentity, by provider: ProviderID, of player: PlayerNumber, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "provider_links",
                [
                    "player": player, "issuer": identity.issuer, "subject": identity.subject, "provider": provider,
                    "created": now, "last_used": now,
                ]))
    }

    /// Moves the moment forward, never back.
    static func noteUse(
        of link: ProviderLink, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "UPDATE provider_links SET last_used = \(moment) WHERE id = \(link.id) AND last_used < \(moment)")
    }

    static func remove(_ id: ProviderLinkID, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM provider_links WHERE id = \(id)")
    }

    /// What a store has that nobody could have written is damage.
    static func identity(_ row: SQLRow) throws(StoreError) -> ForeignIdentity {
        guard let identity = ForeignIdentity(issuer: try row["issuer"], subject: try row["subject"]) else {
            throw .broken(reason: "an identity at a provider is out of range")
        }
        return identity
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> ProviderLink {
        ProviderLink(
            id: try row["id"], player: try row["player"], identity: try identity(row), provider: try row["provider"],
            created: try row["created"], lastUsed: try row["last_used"])
    }
}

/// What is good once and for a short while, as rows of SQL.
enum ProviderStepTable {
    private static let columns: SQL = "kind, digest, provider, browser, issuer, subject, expires"

    static func insert(_ step: ProviderStep, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.run(
            .insert(
                into: "provider_steps",
                [
                    "digest": step.digest, "kind": step.kind, "provider": step.provider, "browser": step.browser,
                    "issuer": step.identity?.issuer, "subject": step.identity?.subject, "expires": step.expires,
                ], ifThere: .stays)) == 1
    }

    static func step(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> ProviderStep? {
        try connection.first(
            """
            SELECT \(columns) FROM provider_steps
            WHERE digest = \(digest) AND kind = \(kind) AND expires > \(now)
            """, row)
    }

    static func remove(_ digest: SecretDigest, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM provider_steps WHERE digest = \(digest)")
    }

    static func tidy(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM provider_steps WHERE digest IN (
                SELECT digest FROM provider_steps WHERE expires <= \(now)
                ORDER BY expires LIMIT \(SQLPage.limit(limit)))
            """)
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> ProviderStep {
        let issuer: String? = try row["issuer"]
        return ProviderStep(
            try row["kind"], try row["digest"], provider: try row["provider"], browser: try row["browser"],
            identity: issuer == nil ? nil : try ProviderLinkTable.identity(row), expires: try row["expires"])
    }
}
