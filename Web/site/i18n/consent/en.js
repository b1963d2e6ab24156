// A game that asks to see the player's friends. English.

export default {
    "consent.title": "Let {game} see your friends?",
    "consent.text": "It sees those of your friends who let it see theirs too: their names and photos. Leaderboards of "
        + "friends and challenges work either way.",
    "consent.now.authorized": "It may see them now.",
    "consent.now.denied": "It may not see them now.",
    "consent.allow": "Let it see them",
    "consent.deny": "Don't let it",
    "consent.authorized.title": "{game} may see your friends",
    "consent.denied.title": "{game} does not see your friends",
    "consent.done": "You can close this page and go back to the game. You can change your mind here at any time.",
    "consent.change": "Change it",
    "consent.restricted.title": "No game sees your friends",
    "consent.restricted.text": "Your guardian has turned strangers off. A guardian can change that in Settings.",
};
