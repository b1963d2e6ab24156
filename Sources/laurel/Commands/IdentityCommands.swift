extension Command {
    static let identityRotate = Command(
        name: ["identity", "rotate"], summary: "Make a new key for proofs of identity", options: [.data],
        examples: ["laurel identity rotate"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", "/v1/connect/identity-keys", [:])
            // Where no server runs nobody knows its address: the name is the same everywhere.
            let name = (answer?["publicKeyURL"] as? String)?.split(separator: "/").last ?? ""
            Terminal.say("Signing with a new key from now on: /identity/\(name)")
            Terminal.say("What was signed before can still be verified: old certificates stay where they are.")
        }
    }
}
