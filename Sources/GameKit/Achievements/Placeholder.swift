/// Pictures for achievements that have none here: discs of 64 by 64 pixels in PNG.
enum Placeholder {
    static let incomplete = image(ring)
    static let completed = image(disc)

    private static func image(_ text: String) -> UIImage {
        Data(base64Encoded: text).flatMap { UIImage(data: $0) } ?? UIImage()
    }

    /// Grey, #8E8E93.
    private static let ring = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEWOjpOOjpOOjpOOjpOOjpOOjpOOjpOOjpOOjpOOjpOOjpOOjpOO\
        jpOOjpOOjpOOjpOZJCPAAAAAEHRSTlMAESIzRFVmd4iZqrvM3e7/dpUBFQAAAVtJREFUeNpjYKAvYK7a9///6+UGuOSj/kPBUqzSjPP/\
        w8FPAfzyWFXU/0cB39Hldf6jgUOo8qzvQYL/lhkyMAhnQdgBKAriwRY7QDgsYOd8RZbnBIk8R/DrQPwJaAb8QnI443pUI1gx7AS7CSGi\
        B+Q9QnU1qtD5////oPsbWYwdqPoBugI+oGABlC0PdIECugImoCs+Qtnz0TwN99lPqJ+Ahi3AVMAFFBaAhdI/bNH7HhZW/FjiDhq/H2CW\
        fcCmgB/mtPWowY4cQb/ADKBjHLApYAFKgJMy0I3YEzHQlQaQcPyFXcF6SFgC/fsNu4J8SPhw////GbsC+///N0Bi5SN2BfKQOOTHEQxw\
        GTooIOhIgt4kGFAEg5pgZBGMbsIJhmCSI5hoCSZ7ghmHYNYjnHkJZn+CBQjhIohgIUawGCRckBIsigkX5gSrA8IVCuEqiWClRrhaJKJi\
        pREAAO5G4rS30jG2AAAAAElFTkSuQmCC
        """

    /// Gold, #D4AF37.
    private static let disc = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEXUrzfUrzfUrzfUrzfUrzfUrzfUrzfUrzfUrzfUrzfUrzfUrzfU\
        rzfUrzfUrzfUrzdfao19AAAAEHRSTlMAESIzRFVmd4iZqrvM3e7/dpUBFQAAAP9JREFUeNq9lU8OwUAUxivSCBJ6AxcQ6VGsbVzB2sYV\
        3KA2YskJLFzAFRpbCyxEKuJpaloz9d77bPTbfr9MZr55fzyvWtWnW6LjKpT8ERktWbsWUaEk0H2WmJGjW9nvU0k71/dPZeA5dIAxfelq\
        +01iNNcPcI7widXnFgMeOBTAngceud8gQRMD9CTgYoBIAhLzTSQqkFOys+rKwFmO0Q5zLQP3DCBFWSlrQKjlmGfZ0oBFCrQ1YJMCHQ2I\
        9ZzeSVUAwEvCZ8KgYNTws+B344KBJQeLFpY9bBzYerh5YfvDAYJHEBxicAziQQpHMR7mcB3ghYJXElxqeC3+sFj/pBevQiGu+bWebAAA\
        AABJRU5ErkJggg==
        """
}
