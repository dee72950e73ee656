import { isId, type AccountId, type DraftId, type UserId } from '../../values/ids.js'
import type { Range } from '../../values/field-rule.js'

/** A message to many people that is not finished. Everybody who may change it sees the same one. */
export type Draft = {
  readonly id: DraftId
  readonly account: AccountId
  /** Incremented with each change, so that nobody overwrites what another one has written. */
  readonly version: number
  readonly content: DraftContent
  readonly createdBy: UserId
  readonly createdAt: Date
  readonly updatedBy: UserId
  readonly updatedAt: Date
  /** When it was sent; null until then. A sent draft is not listed, but comes back if sending is undone. */
  readonly sentAt: Date | null
}

export type DraftContent = {
  readonly body: string
  /** The entered recipients. An entry that is a number is stored in E.164 form, so that an erasure finds it. */
  readonly numbers: readonly string[]
  /**
   * Everything else that the page keeps, as JSON: sender, groups, time. It has no personal data. If `source` is
   * `template`, `template` has the id of a template, which is sent in place of the body.
   */
  readonly form: string
}

export const DRAFT_RANGES = {
  body: { min: 0, max: 2_000 },
  numbers: { min: 0, max: 2_000 },
  /** The length of an entry. */
  number: { min: 1, max: 100 },
  form: { min: 2, max: 20_000 },
  drafts: { min: 0, max: 200 },
} as const satisfies Record<string, Range>

/** How long a draft is kept that nobody changes. */
export const DRAFT_KEPT_DAYS = 180
/** How long a sent draft is kept, in case sending is undone. */
export const SENT_DRAFT_KEPT_DAYS = 1

/** What a form names as its template, which may be any text; null if the draft has a text of its own. */
export function templateNamedIn({ form }: Pick<DraftContent, 'form'>): string | null {
  const { source, template } = JSON.parse(form) as { readonly source?: unknown; readonly template?: unknown }
  return source === 'template' && typeof template === 'string' && template !== '' ? template : null
}

export function isDraftId(text: string): text is DraftId {
  return isId('drf', text)
}
