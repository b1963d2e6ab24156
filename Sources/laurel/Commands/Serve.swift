import Foundation

extension Command {
    static let serve = Command(
        name: ["serve"], summary: "Run the server",
        options: [
            .data, OptionSources.option, StoreLocation.option, StoreLocation.fileOption, NodeAddress.option,
            NodeAddress.levelOption,
            CommandOption("--port", "N", "Port to listen on (default: 8080; 0: any free port)"),
            CommandOption("--address", "ADDRESS", "Address to listen on (default: 127.0.0.1; all: 0.0.0.0 or ::)"),
            CommandOption(
                "--public-url", "URL", "URL players use, such as https://games.example"),
            TLSOptions.certificate, TLSOptions.key, TLSOptions.redirectPort, TLSOptions.webroot,
            CommandOption("--sign-up", "POLICY", "Who can sign up: open, invitation or closed (default: open)"),
            CommandOption(
                "--guests", "on|off", "Make players for devices without an account (default: on if --sign-up is open)"),
            CommandOption(
                "--developer-sign-up", "POLICY",
                "Who can create a team: open, invitation or closed (default: invitation)"),
            CommandOption(
                "--require-two-factor", "WHOM",
                "Who can't work without two-factor authentication: nobody (default), administrators, or owners "
                    + "(administrators and owners of released apps)"),
            CommandOption("--demo", nil, "Create the demo games, with bot players"),
            CommandOption(
                "--log", "PLACE", "Request log in JSON Lines: stderr, none or a file (default: stderr)"),
            CommandOption("--trusted-proxy", "NETWORK", "Proxy whose X-Forwarded-For is trusted, such as 127.0.0.1"),
            CommandOption(
                "--metrics-from", "NETWORKS",
                "Who can read /metrics: networks such as 10.0.0.0/8,::1, or everyone (default: this machine)"),
            CommandOption(
                "--openapi-from", "NETWORKS", "Who can read /openapi.json: networks, or everyone (default: everyone)"),
            CommandOption("--connections-per-address", "N", "Connection limit per address (default: 1024)"),
            CommandOption(
                "--body-memory", "MIB",
                "Memory for request bodies and waiting responses in all; a quarter per address (default: 256)"),
            CommandOption(
                "--budget", "FACTOR",
                "Scale of the request budgets per player, address and app: 1 (default), 10, …, or off"),
            BreachedPasswordOption.option,
            KeyFile.option,
            CommandOption("--accept-clock", nil, "Start even if the clock is far behind the last score"),
            CommandOption("--accept-loss", nil, "Start even if the store has lost its last changes (give it once)"),
            CommandOption(
                "--accept-unsafe-store", nil, "Start even if PostgreSQL's settings can lose acknowledged scores"),
            CommandOption(
                "--push-contact", "URI", "mailto: or https: contact for push services (default: the public URL)"),
            CommandOption(
                "--allow-private-deliveries", nil, "Allow webhooks and pushes to private addresses and over http://"),
            WasmtimeOption.option, MailSettings.perHourOption, ProviderFile.option,
            CommandOption(
                "--check", nil,
                "Say what the server would start with, and where each value comes from; don't start"),
        ] + BackupPlan.options + MailSettings.options,
        examples: [
            "laurel serve --demo",
            "laurel serve --data /var/lib/laurel --public-url https://games.example --trusted-proxy 127.0.0.1",
            "laurel serve --data /var/lib/laurel --public-url https://games.example --address :: --port 443 "
                + "--tls-certificate fullchain.pem --tls-key privkey.pem --redirect-port 80",
            "laurel serve --config /etc/laurel/laurel.env --check",
            "laurel serve --data /var/lib/laurel --store postgres://laurel@db.example/laurel",
            "laurel serve --data /var/lib/laurel --store postgres://laurel@db1,db2/laurel --node 10.0.0.5:8081",
        ],
        isConfigured: true
    ) { invocation in
        let settings = try ServerSettings(invocation)
        if invocation.has("--check") { return try ConfigurationReport(invocation, settings).print() }
        let sources = OptionSources(environment: ProcessInfo.processInfo.environment)
        for variable in sources.unknownVariables where variable.nearest != nil {
            Terminal.complain(variable.sentence)
        }
        if let address = settings.node {
            try await NodeRun(settings, address).run()
        } else {
            try await ServerRun(settings).run()
        }
    }
}
