import { isId, type AccountId, type TemplateId } from '../../values/ids.js'
import type { Range } from '../../values/field-rule.js'
import type { TemplateContent, TemplateRef } from './template-content.js'

/**
 * A text that an account saves under a name. A request names the template in place of a body. Each change of the content
 * makes a new version, and a version never changes, so that the versions tell what was sent.
 */
export type Template = {
  readonly id: TemplateId
  readonly account: AccountId
  /** Unique in the account. */
  readonly name: string
  /** The newest version, counted from 1. */
  readonly version: number
  readonly content: TemplateContent
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type TemplateVersion = TemplateRef & {
  readonly account: AccountId
  readonly content: TemplateContent
  readonly createdAt: Date
}

export const TEMPLATE_RANGES = {
  /** The length of a name. */
  name: { min: 1, max: 100 },
  variants: { min: 1, max: 50 },
  /** The length of the name of a language. */
  language: { min: 1, max: 100 },
  /** Of one account. */
  templates: { min: 0, max: 1_000 },
  /** Of one template. */
  versions: { min: 1, max: 1_000 },
} as const satisfies Record<string, Range>

export function isTemplateId(text: string): text is TemplateId {
  return isId('tpl', text)
}
