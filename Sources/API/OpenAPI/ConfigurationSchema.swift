import LaurelWire

/// The JSON Schema (2020-12) of a configuration file, on its own: for editors, and for checks before an import.
public enum ConfigurationSchema {
    /// One line of JSON.
    public static let text: String = {
        var schemas: [String: Schema] = [:]
        ConfigurationBody.schema.named(into: &schemas)
        var writer = JSONWriter(capacity: 32_768)
        writer.beginObject()
        writer.field("$schema", "https://json-schema.org/draft/2020-12/schema")
        writer.field("title", "Configuration of an app on Laurel")
        writer.field("$ref", "#/components/schemas/" + ConfigurationBody.name)
        // Where the OpenAPI document has them, so that both are written by the same code.
        writer.key("components")
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
            writer.key(text: name)
            writer.definition(schema, notes: Descriptions.notes)
        }
        writer.endObject()
        writer.endObject()
        writer.endObject()
        return String(decoding: writer.finish(), as: UTF8.self) + "\n"
    }()
}
