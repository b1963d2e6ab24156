// MonkeyJump's own texts: Simplified Chinese. As i18n/games says.

export default {
    "monkeyjump.distance": "{slot} 米",
    "monkeyjump.best": "最佳 {slot} 米",
    "monkeyjump.milestone": "{slot} 米！",
    "monkeyjump.ghostToGo": "还差 {slot} 米",
    "monkeyjump.ghostPassed": "领先 {slot} 米",
    "monkeyjump.hint": "按空格或 ↑ 跳跃",
    "monkeyjump.hint.touch": "点击屏幕跳跃",
    "monkeyjump.hintHold": "按住跳得更高",
    "monkeyjump.land.0": "丛林",
    "monkeyjump.land.1": "沼泽",
    "monkeyjump.land.2": "遗迹",
    "monkeyjump.land.3": "草原",
    "monkeyjump.by.snake": "被蛇逮个正着。",
    "monkeyjump.by.coconut": "这颗椰子跟你过不去。",
    "monkeyjump.by.porcupine": "哎哟，好多刺。",
    "monkeyjump.by.parrot": "被鹦鹉撞下来了。",
    "monkeyjump.by.frog": "青蛙跳得更高。",
    "monkeyjump.by.pit": "猴子不会游泳。",
};
