extension Command {
    static let playerResetPassword = Command(
        name: ["player", "reset-password"],
        summary: "Reset a player's password and recovery codes, and end all their sessions",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player reset-password jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "POST", "/v1/connect/password-resets", ["alias": invocation.arguments[0]])
            guard let password = answer?["password"] as? String else { return }
            Terminal.say("Password: \(password)")
            Terminal.say("Recovery codes (each can replace the password once):")
            for code in answer?["recoveryCodes"] as? [String] ?? [] { Terminal.say("  \(code)") }
            Terminal.say("They won't be shown again. All sessions have ended.")
        }
    }

    static let administratorLink = Command(
        name: ["administrator", "link"], summary: "Create a one-time link for the first administrator",
        options: [.data], examples: ["laurel administrator link --data /var/lib/laurel"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/administrator-links", [:])
            guard let token = answer?["token"] as? String else { return }
            Terminal.say("Become an administrator at this path (one-time link): /setup/#\(token)")
        }
    }

    static let invite = Command(
        name: ["invite"], summary: "Create an invitation code for one player (for serve --sign-up invitation)",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/invitations", [:])
            guard let code = answer?["code"] as? String, let expires = answer?["expires"] as? String else { return }
            Terminal.say("\(code)  works once, expires \(expires)")
        }
    }
}
