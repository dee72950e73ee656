import type { Settings } from './settings-query.js'

type Cap = Settings['frequencyCaps'][number]

/** A frequency cap as the form has it: how many texts in how many hours or days, and which. */
export type CapValues = {
  readonly messages: number | ''
  readonly length: number | ''
  readonly unit: 'h' | 'd'
  readonly counts: 'bulk' | 'all'
  /** The name of a group; empty: everybody. */
  readonly group: string
}

export const CAPS_MAX = 10
export const NEW_CAP: CapValues = { messages: 2, length: 24, unit: 'h', counts: 'bulk', group: '' }

export function capValuesOf(caps: readonly Cap[]): readonly CapValues[] {
  return caps.map(({ messages, per, counts = 'bulk', group }) => ({
    messages,
    length: Number(per.slice(0, -1)),
    unit: per.endsWith('d') ? 'd' : 'h',
    counts,
    group: group ?? '',
  }))
}

/** The caps as a change of the settings has them. */
export function capsOf(values: readonly CapValues[]): readonly object[] {
  return values.map(({ messages, length, unit, counts, group }) => ({
    messages,
    per: `${length}${unit}`,
    counts,
    group: group === '' ? null : group,
  }))
}

const MESSAGES_MAX = 1_000
const LENGTH_MAX = { h: 720, d: 30 } as const

/** What is wrong with the first faulty cap; undefined if nothing is. */
export function capsFault(values: readonly CapValues[]): string | undefined {
  for (const [i, { messages, length, unit }] of values.entries()) {
    if (!isWithin(messages, MESSAGES_MAX)) return `Cap ${i + 1}: enter 1 to ${MESSAGES_MAX} texts.`
    if (!isWithin(length, LENGTH_MAX[unit])) {
      return `Cap ${i + 1}: enter 1 to ${LENGTH_MAX[unit]} ${unit === 'h' ? 'hours' : 'days'}.`
    }
  }
  return undefined
}

function isWithin(value: number | '', max: number): boolean {
  return value !== '' && Number.isInteger(value) && value >= 1 && value <= max
}

/** Such as `2 texts in 24 hours, also single ones, to members of VIP`. */
export function capWords({ messages, length, unit, counts, group }: CapValues): string {
  const texts = messages === 1 ? '1 text' : `${messages} texts`
  const period = `${length} ${unit === 'h' ? 'hour' : 'day'}${length === 1 ? '' : 's'}`
  const which = counts === 'all' ? ', also single ones' : ''
  return `${texts} in ${period}${which}${group === '' ? '' : `, to members of ${group}`}`
}
