import LaurelDomain
import LaurelWire

extension Command {
    static let playerResetPassword = Command(
        name: ["player", "reset-password"],
        summary: "Make a code with which a player sets a new password; the old one and all sessions end",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player reset-password jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var body = PasswordResetBody()
            body.alias = invocation.arguments[0]
            let answer: PasswordResetAnswer = try await server.ask(.administration(.resetPassword), .body(body))
            Terminal.say("Reset code: \(answer.resetCode)")
            Terminal.say(
                "It works once, until \(answer.expires.rfc3339), on the sign-in page under “Forgot your password?”.")
            Terminal.say("It won't be shown again. The old password and recovery codes no longer work.")
        }
    }

    static let playerSignOut = Command(
        name: ["player", "sign-out"], summary: "End all of a player's sessions; their password stays valid",
        arguments: ["ALIAS"], options: [.data], examples: ["laurel player sign-out jungle-jim"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            var body = SessionEndingBody()
            body.alias = invocation.arguments[0]
            try await server.tell(.administration(.endPlayerSessions), .body(body))
            Terminal.say("All sessions of \(body.alias) have ended.")
        }
    }

    static let administratorLink = Command(
        name: ["administrator", "link"], summary: "Create a one-time link for the first administrator",
        options: [.data], examples: ["laurel administrator link --data /var/lib/laurel"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let token = try await server.ask(
                .administration(.renewLink), .body(AdministratorLinkBody()), as: AdministratorLinkAnswer.shape)
            Terminal.say("To become an administrator, open this path of your server's address, once: /setup/#\(token)")
        }
    }

    static let invite = Command(
        name: ["invite"], summary: "Create an invitation code for one player (for serve --sign-up invitation)",
        options: [.data]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let answer: InvitationAnswer = try await server.ask(.administration(.invite), .body(InvitationBody()))
            Terminal.say("\(answer.code)  works once, expires \(answer.expires.rfc3339)")
        }
    }
}
