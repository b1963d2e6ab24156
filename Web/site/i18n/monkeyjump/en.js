// MonkeyJump's own texts: English. As i18n/games says.

export default {
    "monkeyjump.distance": "{slot} m",
    "monkeyjump.best": "Best {slot} m",
    "monkeyjump.milestone": "{slot} m!",
    "monkeyjump.ghostToGo": "{slot} m to go",
    "monkeyjump.ghostPassed": "{slot} m ahead",
    "monkeyjump.hint": "Space or ↑ to jump",
    "monkeyjump.hint.touch": "Tap to jump",
    "monkeyjump.hintHold": "Hold to jump higher",
    "monkeyjump.land.0": "The Jungle",
    "monkeyjump.land.1": "The Swamp",
    "monkeyjump.land.2": "The Ruins",
    "monkeyjump.land.3": "The Savanna",
    "monkeyjump.by.snake": "A snake had the last word.",
    "monkeyjump.by.coconut": "That coconut had it in for you.",
    "monkeyjump.by.porcupine": "Ouch. Quills.",
    "monkeyjump.by.parrot": "Brought down by a parrot.",
    "monkeyjump.by.frog": "The frog jumped higher.",
    "monkeyjump.by.pit": "Monkeys can't swim.",
};
