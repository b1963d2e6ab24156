extension Command {
    static let playerResetPassword = Command(
        name: ["player", "reset-password"],
        summary: "Make a code with which a player sets a new password; the old one and all sessions end",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player reset-password jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "POST", "/v1/connect/password-resets", ["alias": invocation.arguments[0]])
            guard let code = answer?["resetCode"] as? String, let expires = answer?["expires"] as? String else {
                return
            }
            Terminal.say("Reset code: \(code)")
            Terminal.say("It works once, until \(expires), on the sign-in page under “Forgot your password?”.")
            Terminal.say("It won't be shown again. The old password and recovery codes no longer work.")
        }
    }

    static let playerSignOut = Command(
        name: ["player", "sign-out"], summary: "End all of a player's sessions; their password stays valid",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player sign-out jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("POST", "/v1/connect/session-endings", ["alias": invocation.arguments[0]])
            Terminal.say("All sessions of \(invocation.arguments[0]) have ended.")
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
