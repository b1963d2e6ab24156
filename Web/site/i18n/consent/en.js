// A game that asks to see the player's friends. English.

export default {
    "consent.title": "Let {game} see your friends?",
    "consent.text": "It sees the names and photos of friends who let it see theirs too. Friends leaderboards and "
        + "challenges work either way.",
    "consent.now.authorized": "It can see them now.",
    "consent.now.denied": "It can't see them now.",
    "consent.allow": "Allow",
    "consent.deny": "Don't allow",
    "consent.authorized.title": "{game} can see your friends",
    "consent.denied.title": "{game} can't see your friends",
    "consent.done": "You can close this page and go back to the game. You can change this here at any time.",
    "consent.change": "Change",
    "consent.restricted.title": "Games can't see your friends",
    "consent.restricted.text": "A guardian has turned off contact with strangers. They can change this in Settings.",
};
