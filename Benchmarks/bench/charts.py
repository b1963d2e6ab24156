"""Charts as SVG: lines over logarithmic or linear axes, and bars. Legible on light and dark pages."""
import html
import math

STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #333 } .title { font-weight: 600; font-size: 15px }
.axis { stroke: #888 } .grid { stroke: #8884 } .muted { fill: #777 } .goal { stroke: #333; stroke-width: 2 }
.c0 { stroke: #777; fill: #777 } .c1 { stroke: #2f7d4f; fill: #2f7d4f } .c2 { stroke: #c2571a; fill: #c2571a }
.c3 { stroke: #2b63b8; fill: #2b63b8 } .c4 { stroke: #8a4bb0; fill: #8a4bb0 } .c5 { stroke: #b08a00; fill: #b08a00 }
path.c0, path.c1, path.c2, path.c3, path.c4, path.c5 { fill: none; stroke-width: 2 }
text.c0, text.c1, text.c2, text.c3, text.c4, text.c5 { stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .muted { fill: #999 } .goal { stroke: #eee }
  .c1 { stroke: #6fc492; fill: #6fc492 } .c2 { stroke: #f0945a; fill: #f0945a } .c3 { stroke: #7aa8f0; fill: #7aa8f0 }
  .c4 { stroke: #c792e6; fill: #c792e6 } .c5 { stroke: #e0bd45; fill: #e0bd45 } .c0 { stroke: #aaa; fill: #aaa }
}
</style>"""


def short(value):
    """1500 → 1.5 k"""
    for limit, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{letter}"
    return f"{value:.3g}"


def _document(width, height, title, parts):
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{html.escape(title)}">\n{STYLE}\n'
        f'<text class="title" x="16" y="24">{html.escape(title)}</text>\n{body}\n</svg>\n')


class Axis:
    def __init__(self, low, high, first, last, logarithmic):
        self.logarithmic = logarithmic
        self.low, self.high = (math.log10(low), math.log10(high)) if logarithmic else (low, high)
        if self.low == self.high:
            self.high += 1
        self.first, self.last = first, last

    def __call__(self, value):
        position = math.log10(value) if self.logarithmic else value
        return self.first + (position - self.low) / (self.high - self.low) * (self.last - self.first)

    def ticks(self):
        if self.logarithmic:
            return [10.0 ** power for power in range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1)]
        step = 10.0 ** math.floor(math.log10(self.high - self.low))
        for factor in (0.2, 0.25, 0.5, 1, 2):
            if (self.high - self.low) / (step * factor) <= 6:
                step *= factor
                break
        return [step * number for number in range(math.ceil(self.low / step), math.floor(self.high / step + 1e-9) + 1)]


def lines(title, series, across, up, log_across=True, log_up=False, ticks=None):
    """`series`: [(name, [(x, y)])]; a name stands at the end of its line. `ticks`: [(x, text)]."""
    width, height, left, right, top, bottom = 760, 410, 76, 590, 66, 356
    points = [point for _, each in series for point in each]
    lowest = min(y for _, y in points)
    highest = max(y for _, y in points)
    horizontal = Axis(min(x for x, _ in points), max(x for x, _ in points), left, right, log_across)
    if log_up:
        vertical = Axis(10 ** math.floor(math.log10(lowest)), 10 ** math.ceil(math.log10(highest)), bottom, top, True)
    else:
        vertical = Axis(0, highest * 1.05, bottom, top, False)
    parts = []
    for tick in vertical.ticks():
        y = vertical(tick)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{short(tick)}</text>')
    for x, text in ticks or [(tick, short(tick)) for tick in horizontal.ticks()]:
        parts.append(f'<line class="axis" x1="{horizontal(x):.1f}" x2="{horizontal(x):.1f}" y1="{bottom}" y2="{bottom + 5}"/>')
        parts.append(f'<text x="{horizontal(x):.1f}" y="{bottom + 20}" text-anchor="middle">{html.escape(text)}</text>')
    parts.append(f'<line class="axis" x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>')
    parts.append(f'<text class="muted" x="{(left + right) / 2}" y="{bottom + 42}" text-anchor="middle">{html.escape(across)}</text>')
    parts.append(f'<text class="muted" x="16" y="42">{html.escape(up)}</text>')
    # Names keep a line's height from one another, and stay above the axis.
    ends = sorted((vertical(each[-1][1]), index) for index, (_, each) in enumerate(series))
    heights, last = {}, -math.inf
    for y, index in ends:
        last = max(y, last + 16)
        heights[index] = last
    last = bottom + 16
    for _, index in reversed(ends):
        last = min(heights[index], last - 16)
        heights[index] = last
    for index, (name, each) in enumerate(series):
        path = " L".join(f"{horizontal(x):.1f} {vertical(y):.1f}" for x, y in each)
        parts.append(f'<path class="c{index % 6}" d="M{path}"/>')
        # Of many points the line says enough.
        if len(each) <= 40:
            parts += [
                f'<circle class="c{index % 6}" cx="{horizontal(x):.1f}" cy="{vertical(y):.1f}" r="3"/>' for x, y in each]
        parts.append(f'<text class="c{index % 6}" x="{right + 10}" y="{heights[index] + 4:.1f}">{html.escape(name)}</text>')
    return _document(width, height, title, parts)


def bars(title, rows, up):
    """`rows`: [(name, least, middle, most, goal or None)], each drawn against its goal."""
    width, left, right, line = 760, 320, 690, 30
    height = 70 + line * len(rows)
    most = max(max(row[3], row[4] or 0) for row in rows)
    axis = Axis(0, most * 1.1, left, right, False)
    parts = [f'<text class="muted" x="16" y="42">{html.escape(up)}</text>']
    for index, (name, least, middle, highest, goal) in enumerate(rows):
        y = 62 + line * index
        color = "c1" if goal is None or middle >= goal else "c2"
        parts.append(f'<text x="{left - 10}" y="{y + 13}" text-anchor="end">{html.escape(name)}</text>')
        parts.append(
            f'<rect class="{color}" x="{left}" y="{y}" width="{axis(middle) - left:.1f}" height="16" fill-opacity="0.8"/>')
        parts.append(f'<line class="axis" x1="{axis(least):.1f}" x2="{axis(highest):.1f}" y1="{y + 8}" y2="{y + 8}"/>')
        parts.append(f'<text x="{max(axis(highest), axis(goal or 0)) + 8:.1f}" y="{y + 13}">{middle:.2f}</text>')
        if goal is not None:
            parts.append(
                f'<line class="goal" x1="{axis(goal):.1f}" x2="{axis(goal):.1f}" y1="{y - 3}" y2="{y + 19}"/>')
    return _document(width, height, title, parts)
