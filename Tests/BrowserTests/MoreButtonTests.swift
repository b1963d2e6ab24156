import LaurelProcess
import Testing

/// Where the keyboard goes on when a list shows more of itself.
@Suite("Show more", .timeLimit(.minutes(15))) struct MoreButtonTests {
    @Test("the focus goes to the first new row, to the last one at the end, and stays where the reader has gone")
    func focus() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/style/"))
        try await browser.evaluate(
            """
            return import("/elements/more.js").then(({ listItems, moreButton }) => {
                const list = document.createElement("ol");
                list.id = "rows";
                const row = (id, inside) => {
                    const item = document.createElement("li");
                    Object.assign(item, { id, innerHTML: inside });
                    return item;
                };
                list.append(row("first", "<a href='/'>First</a>"));
                const pages = globalThis.pages = [
                    () => list.append(row("second", "<p>Second</p><button>Do</button>"), row("third", "Third")),
                    () => list.append(row("fourth", "No control")),
                    // Drawn anew, as the challenges are.
                    () => list.replaceChildren(...[...list.children].map((old) => row(old.id, old.innerHTML)),
                        row("fifth", "<a href='/'>Fifth</a>")),
                    // News came above it meanwhile.
                    () => {
                        list.prepend(row("news", "<a href='/'>News</a>"));
                        list.append(row("sixth", "<button>Do</button>"));
                    },
                    () => {},
                    () => document.querySelector("#elsewhere").focus(),
                    () => { button.hidden = true; },
                ];
                const button = moreButton(() => listItems(list), async () => {
                    await Promise.resolve();
                    pages.shift()();
                }, { name: ({ id }) => id });
                button.id = "more";
                const other = document.createElement("button");
                other.id = "elsewhere";
                document.body.append(list, button, other);
            });
            """)
        let wanted = [
            "#second button", "#fourth", "#fifth a", "#sixth button", "#more", "#elsewhere", "#sixth button",
        ]
        for (index, selector) in wanted.enumerated() {
            try await browser.evaluate("document.querySelector('#more').focus()")
            try await browser.press(.enter)
            try await browser.waits(
                until: """
                    pages.length === \(wanted.count - index - 1)
                        && !document.querySelector('#more').hasAttribute('aria-busy')
                        && document.activeElement.matches('\(selector)')
                    """)
            let ring = try await browser.evaluate("return getComputedStyle(document.activeElement).outlineStyle")
            #expect(ring as? String == "solid", "the focus is seen: \(selector)")
        }
        #expect(try await browser.count(of: "#rows > li") == 7)
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
