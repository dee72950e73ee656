/** A line of the chart: the label before the bar, the length of the bar, and the text after it. */
export type Bar = { readonly label: string; readonly value: number; readonly text: string }

const WIDTH_MAX = 80

/** The ends of bars, from one eighth of a character to a full character. */
const BLOCKS = [...'▏▎▍▌▋▊▉█']

/** Scales the bars so that the longest fits in 80 columns. A value above zero always has a visible bar. */
export function barChart(bars: readonly Bar[], head?: Pick<Bar, 'label' | 'text'>): string {
  const lines = [...(head === undefined ? [] : [head]), ...bars]
  const labelWidth = Math.max(...lines.map(({ label }) => label.length))
  const textWidth = Math.max(...lines.map(({ text }) => text.length))
  const room = Math.max(1, WIDTH_MAX - labelWidth - textWidth - 2 * GAP.length)
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  const lineOf = ({ label, text }: Pick<Bar, 'label' | 'text'>, bar: string) =>
    [label.padEnd(labelWidth), text.padStart(textWidth), bar].join(GAP).trimEnd() + '\n'
  const drawn = bars.map((bar) => lineOf(bar, barOf(bar.value / longest, room)))
  return [...(head === undefined ? [] : [lineOf(head, '')]), ...drawn].join('')
}

const GAP = '  '

function barOf(share: number, room: number): string {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * room * BLOCKS.length))
  const whole = Math.floor(eighths / BLOCKS.length)
  return BLOCKS.at(-1)!.repeat(whole) + (BLOCKS[(eighths % BLOCKS.length) - 1] ?? '')
}
