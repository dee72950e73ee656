export const UNITS = ['h', 'd', 'w'] as const
export type Unit = (typeof UNITS)[number]

const WORDS: Readonly<Record<Unit, string>> = { h: 'hour', d: 'day', w: 'week' }

export type Duration = { readonly amount: number | ''; readonly unit: Unit }

/** The parts of `30d`. What is not a duration has no amount. */
export function durationIn(text: string): Duration {
  const match = /^(\d+)([hdw])$/.exec(text)
  return match === null ? { amount: '', unit: 'd' } : { amount: Number(match[1]), unit: match[2] as Unit }
}

/** `30d`; empty without an amount. */
export function durationText({ amount, unit }: Duration): string {
  return amount === '' ? '' : `${amount}${unit}`
}

export function unitWords(unit: Unit, amount: number): string {
  return amount === 1 ? WORDS[unit] : `${WORDS[unit]}s`
}

/** `30d` in words: 30 days. */
export function durationWords(text: string): string {
  const { amount, unit } = durationIn(text)
  return amount === '' ? text : `${amount} ${unitWords(unit, amount)}`
}
