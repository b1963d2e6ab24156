import LaurelClient

extension Failure {
    /// What a server refused, for the person at the terminal.
    init(_ problem: ServerProblem) {
        var message = problem.title
        if let field = problem.field { message += " (\(field))" }
        if let detail = problem.detail, detail != problem.title { message += ": \(detail)" }
        self.init(message, status: 1)
    }
}
