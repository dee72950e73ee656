import type { TemplateRef } from '../templates/template-content.js'
import { ERASED, type PhoneNumber } from '../../values/phone/phone-number.js'

/** Stored by column, because one object per recipient would be slow. Columns are as long as `phones`, or null. */
export type Recipients<Phone extends string = PhoneNumber> = {
  readonly phones: readonly Phone[]
  readonly keys: readonly (string | null)[] | null
  /** Only in a batch. */
  readonly bodies: readonly string[] | null
  readonly mediaUrls: readonly (string | null)[] | null
  /** Only in a batch: the version of the template that a body was made from. Absent or null if no recipient has one. */
  readonly templates?: readonly (TemplateRef | null)[] | null
}

/** The recipients that have a key. */
export function keyedOf({ phones, keys }: Pick<Recipients, 'phones' | 'keys'>): Keyed {
  if (keys === null) return { indices: [], phones: [], keys: [] }
  const indices = [...keys.keys()].filter((i) => keys[i] !== null)
  return { indices, phones: pick(phones, indices), keys: pick(keys, indices) as readonly string[] }
}

type Keyed = {
  readonly indices: readonly number[]
  readonly phones: readonly PhoneNumber[]
  readonly keys: readonly string[]
}

/** The indices of the recipients whose key is in use. `ask` returns positions in the list of keys passed to it. */
export async function usedAmong(recipients: Recipients, ask: AskUsed): Promise<ReadonlySet<number>> {
  const { indices, ...keyed } = keyedOf(recipients)
  if (indices.length === 0) return new Set()
  return new Set([...(await ask(keyed))].map((position) => indices[position]!))
}

type AskUsed = (keyed: Omit<Keyed, 'indices'>) => Promise<ReadonlySet<number>>

/** The recipients except those at the indices in `out`. */
export function without(
  { phones, keys, bodies, mediaUrls, templates }: Recipients,
  out: { has(index: number): boolean },
): Recipients {
  const indices = [...phones.keys()].filter((i) => !out.has(i))
  return {
    phones: pick(phones, indices),
    keys: keys && pick(keys, indices),
    bodies: bodies && pick(bodies, indices),
    mediaUrls: mediaUrls && pick(mediaUrls, indices),
    ...(templates && { templates: pick(templates, indices) }),
  }
}

/** Returns the elements at the indices, in the order of the indices. */
export function pick<T>(column: readonly T[], indices: readonly number[]): readonly T[] {
  return indices.map((index) => column[index]!)
}

/** Blanks one recipient instead of removing it, so that all others keep their positions. */
export function withoutRecipient(recipients: Recipients, phone: PhoneNumber): Recipients {
  const { phones, keys, bodies, mediaUrls, templates } = recipients
  const index = phones.indexOf(phone)
  return {
    phones: phones.with(index, ERASED as PhoneNumber),
    keys: keys && keys.with(index, null),
    bodies: bodies && bodies.with(index, ''),
    mediaUrls: mediaUrls && mediaUrls.with(index, null),
    ...(templates && { templates: templates.with(index, null) }),
  }
}
