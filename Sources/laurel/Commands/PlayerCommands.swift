extension Command {
    static let playerResetPassword = Command(
        name: ["player", "reset-password"],
        summary: "Give a player who lost password and recovery codes new ones, and end all sessions",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player reset-password jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "POST", "/v1/connect/password-resets", ["alias": invocation.arguments[0]])
            guard let password = answer?["password"] as? String else { return }
            Terminal.say("Password: \(password)")
            Terminal.say("Recovery codes, each of which works once in place of the password:")
            for code in answer?["recoveryCodes"] as? [String] ?? [] { Terminal.say("  \(code)") }
            Terminal.say("They are shown this once. All sessions have ended.")
        }
    }

    static let administratorLink = Command(
        name: ["administrator", "link"], summary: "Make a new one-time link for the first administrator",
        options: [.data], examples: ["laurel administrator link --data /var/lib/laurel"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/administrator-links", [:])
            guard let token = answer?["token"] as? String else { return }
            Terminal.say("Become administrator at this path of the server (works once): /setup/#\(token)")
        }
    }

    static let invite = Command(
        name: ["invite"], summary: "Make a code that lets one player sign up (serve --sign-up invitation)",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/invitations", [:])
            guard let code = answer?["code"] as? String, let expires = answer?["expires"] as? String else { return }
            Terminal.say("\(code)  works once, until \(expires)")
        }
    }
}
