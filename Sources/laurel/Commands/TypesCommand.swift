import LaurelAPI

extension Command {
    static let types = Command(
        name: ["types"], summary: "Print TypeScript types for the server's JSON", options: [],
        examples: ["laurel types > wire.d.ts"]
    ) { _ in Terminal.write(TypeScriptDeclarations.text, to: 1) }
}
