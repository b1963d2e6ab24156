import LaurelDomain
import LaurelStorage

/// Where games' servers are told, as rows of SQL.
enum WebhookTable {
    static func webhooks(_ sealing: SecretSealing, on connection: any SQLConnection) throws(StoreError) -> [Webhook] {
        var all: [Webhook] = []
        // One statement: a webhook and its secrets are of the same moment.
        try connection.each(
            """
            SELECT app, environment, url, webhooks.secret, kinds, is_enabled, old.secret AS old_secret, old.until,
                old.place
            FROM webhooks LEFT JOIN webhook_old_secrets AS old USING (app, environment)
            ORDER BY app, environment, old.place
            """
        ) { row throws(StoreError) in
            let (app, environment): (AppNumber, Environment) = (try row["app"], try row["environment"])
            let key = (Int64(app.rawValue), Int64(environment.rawValue))
            let bits: Int64 = try row["kinds"]
            if all.last?.appEnvironment != AppEnvironment(app: app, environment: environment) {
                all.append(
                    Webhook(
                        app: app, environment: environment, url: try row["url"],
                        secret: try sealing.opened(try row["secret"], SealedColumn.webhook.rowName(key.0, key.1)),
                        kinds: Set(NoticeKind.allCases.filter { bits & $0.bit != 0 }),
                        isEnabled: try row["is_enabled"]))
            }
            let old: [UInt8]? = try row["old_secret"]
            guard let old else { return true }
            let rowName = SealedColumn.oldWebhook.rowName(key.0, key.1, try row["place"])
            all[all.count - 1].oldSecrets.append(
                Webhook.OldSecret(bytes: try sealing.opened(old, rowName), until: try row["until"]))
            return true
        }
        return all
    }

    static func write(
        _ webhook: Webhook, _ sealing: SecretSealing, on connection: any SQLConnection
    ) throws(StoreError) {
        let rowName = SealedColumn.webhook.rowName(Int64(webhook.app.rawValue), Int64(webhook.environment.rawValue))
        // An update, not a replacement: what is on its way hangs on the row.
        try connection.run(
            .insert(
                into: "webhooks",
                [
                    "app": webhook.app, "environment": webhook.environment, "url": webhook.url,
                    "secret": sealing.seal(webhook.secret, rowName),
                    "kinds": webhook.kinds.reduce(0 as Int64) { $0 | $1.bit }, "is_enabled": webhook.isEnabled,
                ], ifThere: .takesOver(key: ["app", "environment"])))
        try write(webhook.oldSecrets, of: webhook.appEnvironment, sealing, on: connection)
    }

    private static func write(
        _ secrets: [Webhook.OldSecret], of key: AppEnvironment, _ sealing: SecretSealing,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "DELETE FROM webhook_old_secrets WHERE app = \(key.app) AND environment = \(key.environment)")
        for (index, secret) in secrets.enumerated() {
            let name = SealedColumn.oldWebhook.rowName(
                Int64(key.app.rawValue), Int64(key.environment.rawValue), Int64(index))
            try connection.run(
                .insert(
                    into: "webhook_old_secrets",
                    [
                        "app": key.app, "environment": key.environment, "place": index,
                        "secret": sealing.seal(secret.bytes, name), "until": secret.until,
                    ]))
        }
    }

    static func remove(
        _ app: AppNumber, _ environment: Environment, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM webhooks WHERE app = \(app) AND environment = \(environment)") == 1
    }

    static func disable(
        _ app: AppNumber, _ environment: Environment, on connection: any SQLConnection
    ) throws(StoreError) {
        let isIt: SQL = "app = \(app) AND environment = \(environment)"
        try connection.run("UPDATE webhooks SET is_enabled = 0 WHERE \(isIt)")
        try connection.run("UPDATE webhook_deliveries SET state = 2 WHERE \(isIt) AND state = 0")
    }

    static func appEnvironments(on connection: any SQLConnection) throws(StoreError) -> [AppEnvironment] {
        try connection.rows("SELECT app, environment FROM webhooks") { row throws(StoreError) in
            AppEnvironment(app: try row["app"], environment: try row["environment"])
        }
    }
}

extension NoticeKind {
    /// In a set of kinds, as it is stored.
    fileprivate var bit: Int64 { 1 << Int64(rawValue) }
}
