import { usesSmartEncoding } from '../../model/accounts/account.js'
import { checkBody, checkTexts } from '../../model/templates/check-body.js'
import { DomainError } from '../../values/errors.js'
import { contentOf, type BulkTexts } from './bulk-templates.js'

/** Checks the bodies before their merge tags are filled in. For a batch, the error has the index of the recipient. */
export function checkBodies(request: BulkTexts): void {
  const { body, account, recipients } = request
  const smart = { smartEncoding: usesSmartEncoding(request) }
  const check = (text: string) => checkBody(text, account.compliance, smart)
  if (body !== null) checkTexts(contentOf(request), account.compliance, smart)
  const admitted = new Set<string>()
  for (const [i, own] of (recipients.bodies ?? []).entries()) {
    if (admitted.has(own)) continue
    checkAt(i, () => check(own))
    admitted.add(own)
  }
}

function checkAt(i: number, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.code, `recipients[${i}].body: ${error.message}`, { ...error.details, recipient: i })
  }
}
