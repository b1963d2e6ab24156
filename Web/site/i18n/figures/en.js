// English texts of charts.

export default {
    "figures.numbers": "Show numbers",
    "figures.day": "Day",
    "figures.values": "Values",
    "figures.range": "{from} to {to}",
    "figures.said": "{where} · {what}",
    "figures.named": "{name}: {value}",
    "figures.and": ", ",
};
