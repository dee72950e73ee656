import { DomainError } from '../../values/errors.js'
import type { Compliance } from '../accounts/account.js'
import { checkContent } from './content-policy.js'
import { mayHaveTags } from './merge-tag.js'
import { compileTemplate, rendererOf } from './template.js'

/**
 * Checks the text that the author of a body wrote: as submitted, and as rendered with all values missing, so
 * that a merge tag cannot split a forbidden phrase. `checkedRendererOf` checks the text with the values of a contact.
 */
export function checkBody(body: string, compliance: Compliance): void {
  checkContent(body, compliance)
  if (mayHaveTags(body)) checkContent(withoutValues(body), compliance)
}

export function isBodyAdmitted(body: string, compliance: Compliance): boolean {
  try {
    checkBody(body, compliance)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

function withoutValues(body: string): string {
  const template = compileTemplate(body, { links: new Set() })
  return rendererOf(template, { fields: [], today: ANY_DAY })({ contact: null, urlOf: (link) => link }).text
}

const ANY_DAY = '2000-01-01'
