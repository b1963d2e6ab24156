import LaurelWire

extension Command {
    static let identityRotate = Command(
        name: ["identity", "rotate"], summary: "Rotate the key that signs identity proofs", options: [.data],
        examples: ["laurel identity rotate"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let key: IdentityKeyAnswer = try await server.ask(.identity(.rotateKey), .body(IdentityKeyBody()))
            // Where no server runs nobody knows its address: the name is the same everywhere.
            let name = key.publicKeyURL.split(separator: "/").last ?? ""
            Terminal.say("Now signing with a new key: /identity/\(name)")
            Terminal.say("Earlier signatures stay valid; old certificates are kept.")
        }
    }
}
