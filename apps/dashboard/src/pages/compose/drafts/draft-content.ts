import type { Result, Values } from '../../../api/operation.js'
import { isBlankChoice } from '../../../parts/filters/filter-choice.js'
import type { Timing } from '../../../parts/timing/timing.js'
import { newComposition, type Composition } from '../composition.js'

export type Draft = Result<'/accounts/{account}/drafts/{draftId}', 'get'>
export type DraftContent = Values<'/accounts/{account}/drafts', 'post'>['body']

/** The service keeps no more of them. */
export const DRAFT_NUMBERS_MAX = 2_000

/** What the service keeps of a composition. It knows the text and the numbers; the rest is for this page alone. */
export function contentOf({ body, numbers, ...form }: Composition): DraftContent {
  const entries = numbers.filter((entry) => entry !== '' && entry.length <= 100)
  return { body, numbers: entries.length > DRAFT_NUMBERS_MAX ? [] : entries, form }
}

/** The composition of a draft. Fields that an older page did not know have their usual values. */
export function compositionOf(
  { body, numbers, form }: Pick<Draft, 'body' | 'numbers' | 'form'>,
  given: { readonly timezone: string; readonly idempotencyKey: string },
): Composition {
  const fresh = newComposition(given)
  const { timing, ...kept } = form as Partial<Composition>
  return { ...fresh, ...kept, timing: timingWith(fresh.timing, timing), body, numbers }
}

function timingWith(fresh: Timing, kept: Partial<Timing> | undefined): Timing {
  return {
    ...fresh,
    ...kept,
    waves: { ...fresh.waves, ...kept?.waves },
    canary: { ...fresh.canary, ...kept?.canary },
    recurrence: { ...fresh.recurrence, ...kept?.recurrence },
  }
}

/** Whether there is nothing yet that is worth keeping. */
export function isBlank({ body, groups, filter, numbers, mediaUrl, template }: Composition): boolean {
  const isForNobody = groups.length === 0 && numbers.length === 0 && isBlankChoice(filter)
  return body.trim() === '' && isForNobody && mediaUrl === '' && template === ''
}
