import { conditionOfChoice, newFilterChoice, type FilterChoice } from '../../parts/filters/filter-choice.js'
import type { Source } from '../../parts/message/template/source-control.js'
import { newTiming, type Timing } from '../../parts/timing/timing.js'

/** What a person has composed so far. Drafts keep it as it is. */
export type Composition = {
  /** Which of the three is used. The others are kept, so that switching loses nothing. */
  readonly to: 'groups' | 'filter' | 'numbers'
  readonly groups: readonly string[]
  readonly filter: FilterChoice
  /** As they were entered: each line may be a number or not. */
  readonly numbers: readonly string[]
  readonly from: string
  /** Which is sent: the text with its media, or the template. */
  readonly source: Source
  readonly body: string
  readonly mediaUrl: string
  /** The id of a template; empty until one is chosen. */
  readonly template: string
  readonly timing: Timing
  /** Made when the composer opens, so that whatever is clicked twice is sent once. */
  readonly idempotencyKey: string
}

export type Changes = Partial<Composition>

export function newComposition(given: { readonly timezone: string; readonly idempotencyKey: string }): Composition {
  const { timezone, idempotencyKey } = given
  const timing = newTiming(timezone)
  const filter = newFilterChoice()
  const message = { source: 'text', body: '', mediaUrl: '', template: '' } as const
  return { to: 'groups', groups: [], filter, numbers: [], from: '', ...message, timing, idempotencyKey }
}

/** The recipients as the service wants them; null if there are none yet. */
export function audienceOf({ to, groups, filter, numbers }: Composition) {
  if (to === 'groups') return groups.length === 0 ? null : { groups: [...groups] }
  if (to === 'filter') {
    const contact = conditionOfChoice(filter)
    return contact && { filter: { contact } }
  }
  return numbers.length === 0 ? null : { numbers: [...numbers] }
}

type Message = Pick<Composition, 'source' | 'body' | 'mediaUrl' | 'template'>

/** Whether there is anything to send yet. */
export function hasMessage({ source, body, mediaUrl, template }: Message): boolean {
  return source === 'template' ? template !== '' : body !== '' || mediaUrl !== ''
}

/** The message as the service wants it: the template, or the text and the media as far as there are any. */
export function messageOf({ source, body, mediaUrl, template }: Message): RequestedMessage {
  if (source === 'template') return { template: { id: template } }
  return { ...(body !== '' && { body }), ...(mediaUrl !== '' && { mediaUrl }) }
}

export type RequestedMessage = {
  readonly body?: string
  readonly mediaUrl?: string
  readonly template?: { readonly id: string }
}

/** The audience of a schedule; null for entered numbers. */
export function filterOf(composition: Composition) {
  const { filter, groups } = audienceOf(composition) ?? {}
  if (filter !== undefined) return { filter }
  return groups === undefined ? null : { filter: { contact: { groups: { ids: { in: groups } } } } }
}
