/// The passwords that guessers try first: those of ``CommonPasswordList``, which are more than the 3,000 of OWASP ASVS
/// 5.0, 6.2.4, and beyond them patterns: a common word, however it is written and whatever digits stand around it, a
/// run of keys, a repeated piece.
enum CommonPasswords {
    static func contains(_ password: String, alias: String) -> Bool {
        let folded = password.lowercased()
        let characters = Array(folded)
        if isRepeated(characters) || isRun(characters) { return true }
        let ownWords = [alias.lowercased()].filter { $0.count >= 4 }
        let cores = [stripped(folded), plain(stripped(folded)), stripped(plain(folded))]
        if ([folded, plain(folded)] + endings(folded) + cores).contains(where: CommonPasswordList.words.contains) {
            return true
        }
        return ownWords.contains(folded)
            || cores.contains { core in
                words.contains(core) || ownWords.contains(core) || isRun(Array(core))
                    || halves(core).contains { words.contains($0) && words.contains($1) }
            }
    }

    /// `p@55w0rd` → `password`.
    private static func plain(_ text: String) -> String {
        String(
            text.map {
                ["@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", "$": "s", "7": "t"][$0] ?? $0
            })
    }

    /// Without the signs at its end, and without the digits there: `1qaz2wsx!!` → `1qaz2wsx`, `trustno19` → `trustno`.
    private static func endings(_ text: String) -> [String] {
        let signless = text[
            ..<(text.lastIndex { $0.isLetter || $0.isNumber }.map(text.index(after:)) ?? text.startIndex)]
        let wordlike = signless[
            ..<(signless.lastIndex(where: \.isLetter).map(signless.index(after:)) ?? text.startIndex)]
        return [String(signless), String(wordlike)]
    }

    /// Without the digits and signs around it: `123password!` → `password`.
    private static func stripped(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, !last.isLetter { text.removeLast() }
        while let first = text.first, !first.isLetter { text.removeFirst() }
        return String(text.filter { $0 != " " && $0 != "_" && $0 != "-" && $0 != "." })
    }

    private static func halves(_ text: String) -> [(String, String)] {
        guard text.count <= 24 else { return [] }
        return text.indices.dropFirst().map { (String(text[..<$0]), String(text[$0...])) }
    }

    /// One piece of up to four characters, again and again: `aaaaaaaa`, `abcabcabc`.
    private static func isRepeated(_ text: [Character]) -> Bool {
        (1...4).contains { size in
            text.count >= size * 2 && text.indices.allSatisfy { text[$0] == text[$0 % size] }
        }
    }

    /// Neighbours on a keyboard or in the alphabet, all the way, forwards or backwards: `12345678`, `qwertyuiop`.
    private static func isRun(_ text: [Character]) -> Bool {
        guard text.count >= 4 else { return false }
        return rows.contains { row in
            [row, row.reversed()].contains { row in
                guard let start = row.firstIndex(of: text[0]) else { return false }
                return text.indices.allSatisfy { text[$0] == row[(start + $0) % row.count] }
            }
        }
    }

    private static let rows: [[Character]] = [
        "1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertyuiopasdfghjklzxcvbnm",
        "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
        "qwertzuiop", "azertyuiop", "qazwsxedcrfvtgbyhnujm", "147258369", "159357", "123321", "112233445566778899",
        "qweasdzxc", "abc123", "a1b2c3d4e5f6g7h8", "aa123456789", "asd123", "1234qwer", "123qwe",
    ].map(Array.init)

    private static let words: Set<String> = Set(
        """
        password passwort passwords passw pass pwd passcode contrasena motdepasse senha parola mima woaini \
        admin administrator root user guest login welcome letmein access secret default changeme master test \
        testing tester temp demo sample example hello qwerty azerty qwertz asdf zxcv abcd iloveyou ilove love lover \
        loveyou loveme babygirl baby angel princess prince sunshine shadow superman batman spiderman ironman pokemon \
        naruto dragon monkey tiger lion panther eagle falcon phoenix wolf butterfly flower football soccer baseball \
        basketball hockey tennis golf cricket summer winter spring autumn january february march april june july \
        august september october november december monday tuesday friday sunday michael jordan michelle jennifer \
        jessica ashley daniel andrew joshua matthew thomas robert charlie george william richard david james john \
        maria anthony justin brandon nicole amanda samantha elizabeth hannah sophie alexander computer internet \
        server system google facebook apple android windows microsoft samsung linkedin youtube twitter minecraft \
        fortnite roblox starwars pikachu zelda mario sonic gamer player game games gaming killer ninja hunter ranger \
        warrior soldier pirate freedom liberty america england france germany canada london paris berlin china \
        beijing whatever nothing trustno trustme forever friends family mother father brother sister mommy daddy \
        cookie chocolate banana orange cherry peanut pepper ginger cheese coffee whiskey maggie buster bailey harley \
        mustang ferrari porsche corvette mercedes yankees cowboys steelers lakers arsenal chelsea liverpool barcelona \
        juventus realmadrid purple yellow silver golden diamond crystal rainbow thunder lightning matrix merlin \
        wizard magic jesus christ heaven blessed money success please money power strong \
        laurel laurels gamecenter gamekit leaderboard monkeyjump whackacac highscore highscores
        """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))
}
