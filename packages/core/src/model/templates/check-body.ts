import { DomainError } from '../../values/errors.js'
import type { Compliance } from '../accounts/account.js'
import { smartTextOf } from '../../values/text/smart-encoding.js'
import { checkContent, hasContentPolicy } from './content-policy.js'
import { mayHaveTags } from './merge-tag.js'
import { compileBody, rendererOf } from './compiled-body.js'
import { textsOf, type TemplateContent } from './template-content.js'

/**
 * Checks the text that the author of a body wrote: as submitted, as rendered with all values missing, so that a merge
 * tag cannot split a forbidden phrase, and both as smart encoding changes them. `checkedRendererOf` checks the text with
 * the values of a contact.
 */
export function checkBody(body: string, compliance: Compliance, { smartEncoding }: SmartEncoding): void {
  for (const text of mayHaveTags(body) ? [body, withoutValues(body)] : [body]) {
    checkContent(text, compliance)
    const smart = smartEncoding && hasContentPolicy(compliance) ? smartTextOf(text) : null
    if (smart !== null) checkContent(smart.text, compliance)
  }
}

type SmartEncoding = { readonly smartEncoding: boolean }

export function isBodyAdmitted(body: string, compliance: Compliance, smart: SmartEncoding): boolean {
  try {
    checkBody(body, compliance, smart)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

function withoutValues(body: string): string {
  const compiled = compileBody(body, { links: new Set() })
  return rendererOf(compiled, { fields: [], today: ANY_DAY })({ contact: null, urlOf: (link) => link }).text
}

const ANY_DAY = '2000-01-01'

/** Like `checkBody`, for every text of a template. For a variant, the error says which. */
export function checkTexts(content: TemplateContent, compliance: Compliance, smart: SmartEncoding): void {
  for (const { path, body } of textsOf(content)) {
    try {
      checkBody(body, compliance, smart)
    } catch (error) {
      if (!(error instanceof DomainError) || path === '') throw error
      throw new DomainError(error.code, `${path}body: ${error.message}`, { ...error.details, field: `${path}body` })
    }
  }
}
