import type { Compliance } from '../../model/accounts/account.js'
import { CODE_LENGTH, urlOf } from '../../model/links/tracking-link.js'
import { findViolation, hasContentPolicy, type Violation } from '../../model/templates/content-policy.js'
import type { Addressee, RenderContext } from '../../model/templates/fill-in.js'
import { needsOf, rendererOf, type CompiledBody, type RenderedText } from '../../model/templates/compiled-body.js'

/** A recipient whose text is not sent: values of the contact or smart encoding made it violate the content policy. */
export type BlockedText = { readonly blockedBy: Violation }

/**
 * Like `rendererOf`, but checks each text that has values of a contact, or in which smart encoding has replaced
 * characters. `checkBody` has checked the other texts, which have only words of the author.
 */
export function checkedRendererOf(
  compiled: CompiledBody,
  context: RenderContext,
  compliance: Compliance,
): (addressee: Addressee) => RenderedText | BlockedText {
  const render = rendererOf(compiled, context)
  const hasValues = needsOf(compiled).contact
  if ((!hasValues && !context.smartEncoding) || !hasContentPolicy(compliance)) return render
  const hasLinks = compiled.parts.some((part) => typeof part !== 'string' && part.kind === 'link')
  return (addressee) => {
    const checked = render({ ...addressee, urlOf: maskedUrlOf })
    const { text, smart } = checked
    const texts = [...(hasValues && smart ? [smart.original] : []), ...(hasValues || smart ? [text] : [])]
    const blockedBy = texts.map((one) => findViolation(one, compliance)).find((found) => found !== null) ?? null
    if (blockedBy !== null) return { blockedBy }
    return hasLinks ? render(addressee) : checked
  }
}

export function isBlocked(text: RenderedText | BlockedText): text is BlockedText {
  return 'blockedBy' in text
}

/** A random code may contain a short phrase by chance. The mask has the same length, so that offsets stay correct. */
function maskedUrlOf(link: string): string {
  return urlOf({ link, code: MASK })
}

const MASK = '#'.repeat(CODE_LENGTH)
