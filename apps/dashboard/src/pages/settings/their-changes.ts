import { capWords, type CapValues } from './cap-values.js'
import type { WindowRow } from './hours/window-values.js'
import { windowsWords } from './hours/window-words.js'
import type { SettingsValues } from './settings-values.js'

export type Sides = {
  /** The settings when the form opened. */
  readonly base: SettingsValues
  /** The form as it is now. */
  readonly mine: SettingsValues
  /** The settings as they are stored now. */
  readonly theirs: SettingsValues
}

export type TheirChange = {
  readonly name: keyof SettingsValues
  readonly mine: unknown
  readonly theirs: unknown
  /** Whether I have changed the same setting, to something else. */
  readonly isMineToo: boolean
}

/** What somebody else has changed since the form opened. */
export function theirChanges({ base, mine, theirs }: Sides): readonly TheirChange[] {
  return namesOf(base)
    .filter((name) => !isSame(base[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      isMineToo: !isSame(base[name], mine[name]) && !isSame(mine[name], theirs[name]),
    }))
}

/** My changes on top of theirs, except where they have changed the same setting. */
export function withTheirs({ base, mine, theirs }: Sides): SettingsValues {
  const kept = namesOf(base).filter((name) => isSame(base[name], theirs[name]))
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) }
}

const SHOWN_MAX = 300

/** The value of a setting as people read it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = isWindows(value)
    ? windowsWords(value)
    : Array.isArray(value)
      ? value.map(shownItem).join(', ')
      : String(value)
  if (text === '') return 'not set'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

/** Objects are frequency caps. */
function shownItem(item: unknown): string {
  return typeof item === 'object' ? capWords(item as CapValues) : String(item)
}

/** Windows are a list of objects with days, or null; nothing else is null. */
function isWindows(value: unknown): value is readonly WindowRow[] | null {
  return value === null || (Array.isArray(value) && hasDays(value[0]))
}

function hasDays(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'days' in item
}

function namesOf(values: SettingsValues): readonly (keyof SettingsValues)[] {
  return Object.keys(values) as (keyof SettingsValues)[]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
