import LaurelAPI

// What describes the server's JSON to other programs. Neither needs a server.
extension Command {
    static let types = Command(
        name: ["types"], summary: "Print TypeScript types for the server's JSON", options: [],
        examples: ["laurel types > wire.d.ts"]
    ) { _ in Terminal.write(TypeScriptDeclarations.text, to: 1) }

    static let schema = Command(
        name: ["schema"], summary: "Print the JSON Schema of the configuration file", options: [],
        examples: ["laurel schema > app.schema.json"]
    ) { _ in Terminal.write(ConfigurationSchema.text, to: 1) }
}
