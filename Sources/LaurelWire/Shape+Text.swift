extension Shape {
    /// Reads what stands as text elsewhere than in JSON, such as a word of a command line, by the rules of a body.
    ///
    /// - Throws: what is wrong with it; always for a shape that isn't a string's.
    public func value(text: String) throws(JSONError) -> Value {
        var writer = JSONWriter()
        writer.value(text)
        var reader = JSONReader(writer.finish())
        return try read(&reader)
    }
}
