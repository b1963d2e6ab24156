import Testing

/// `#expect` for what owns its memory: the macro would copy it to show it.
func expectTrue(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}
