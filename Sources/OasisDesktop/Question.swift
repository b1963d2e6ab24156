/// What is asked or said before a table: a title, a sentence, and buttons.
struct Question {
    struct Choice {
        let id: String
        let text: String
        let does: @MainActor () -> Void
    }

    let title: String
    var said = ""
    /// The first one is the obvious one.
    let choices: [Choice]
}
