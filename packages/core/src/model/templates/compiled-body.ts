import { smartTextOf, type SmartSavings } from '../../values/text/smart-encoding.js'
import { measureBySeptets, septetsOf, type TextMeasure } from '../../values/text/text-segments.js'
import { toSendable } from '../../values/text/text.js'
import type { ContactFact } from '../contacts/contact.js'
import { factFor, fillOf, type Fill, type Addressee, type RenderContext } from './fill-in.js'
import { findLinks, findVariables, mayHaveTags, type LinkTag, type MergeTag } from './merge-tag.js'

/** A body parsed once, to be rendered for many recipients: literal texts and merge tags. */
export type CompiledBody = { readonly parts: readonly (string | MergeTag)[] }

/**
 * The arguments of the `trackingLink` tags in a body, without duplicates. They can be any text: only the store knows
 * which of them are registered.
 */
export function linksIn(body: string): readonly string[] {
  return [...new Set(findLinks(body).map(({ what }) => what))]
}

/**
 * Links are resolved first. An unregistered link becomes the text of its argument, which is then parsed for variables
 * together with the text around it; filled-in values are never parsed again.
 */
export function compileBody(body: string, { links }: { readonly links: ReadonlySet<string> }): CompiledBody {
  const parts = resolveLinks(body, links).flatMap((part) => (typeof part === 'string' ? readVariables(part) : [part]))
  return { parts }
}

/** The data about each recipient that rendering needs. */
export function needsOf({ parts }: CompiledBody): { readonly contact: boolean; readonly customFields: boolean } {
  const kinds = new Set(parts.map((part) => (typeof part === 'string' ? 'text' : part.kind)))
  const customFields = kinds.has('customField')
  return { contact: customFields || kinds.has('contact'), customFields }
}

/** The facts about the contact that rendering needs. */
export function factsIn({ parts }: CompiledBody): readonly ContactFact[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : (factFor(part) ?? [])))
}

export type RenderedText = {
  readonly text: string
  readonly measure: TextMeasure
  /** Only if smart encoding has changed the text, with the text before that. */
  readonly smart?: SmartSavings & { readonly original: string }
}

/** Whether a text that is sent may differ from its body. */
export function needsRendering(body: string, { smartEncoding }: { readonly smartEncoding: boolean }): boolean {
  return mayHaveTags(body) || (smartEncoding && septetsOf(body) === Infinity)
}

/**
 * Fills in the parts that are the same for all recipients, and measures the shared text only once. A text that is the same
 * for all of them is rendered only once.
 */
export function rendererOf(compiled: CompiledBody, context: RenderContext): (addressee: Addressee) => RenderedText {
  const { start, steps } = stepsOf(compiled, context)
  const septetsInCommon = steps.reduce((sum, { after }) => sum + septetsOf(after), septetsOf(start))
  const render = (addressee: Addressee, clean: (value: string) => string) => {
    let text = start
    let septets = septetsInCommon
    for (let i = 0; i < steps.length; i++) {
      const { fill, after } = steps[i]!
      const value = clean(fill(addressee))
      septets += septetsOf(value)
      text += value + after
    }
    return { text, measure: measureBySeptets(text, septets) }
  }
  const renderFor = (addressee: Addressee): RenderedText => {
    const rendered = render(addressee, asItIs)
    if (isPlain(rendered)) return rendered
    const sendable = render(addressee, toSendable)
    return context.smartEncoding ? smartlyEncoded(sendable) : sendable
  }
  if (steps.length > 0) return renderFor
  const same = renderFor({ contact: null, urlOf: (link) => link })
  return () => same
}

function smartlyEncoded(rendered: RenderedText): RenderedText {
  const found = smartTextOf(rendered.text)
  if (found === null) return rendered
  const { text, measure, ...savings } = found
  return { text, measure, smart: { ...savings, original: rendered.text } }
}

const asItIs = (value: string) => value

/** All GSM-7 characters can be sent except the page break, so most texts need no further check. */
function isPlain({ text, measure }: RenderedText): boolean {
  return measure.encoding === 'GSM-7' && !text.includes('\f')
}

/** The parts of the body: texts and links alternate. */
function resolveLinks(body: string, links: ReadonlySet<string>): readonly (string | LinkTag)[] {
  const parts: (string | LinkTag)[] = []
  let text = ''
  let position = 0
  for (const { start, end, what: link } of findLinks(body)) {
    text += body.slice(position, start)
    position = end
    if (links.has(link)) {
      parts.push(text, { kind: 'link', link })
      text = ''
    } else {
      text += link
    }
  }
  parts.push(text + body.slice(position))
  return parts
}

function readVariables(text: string): readonly (string | MergeTag)[] {
  const parts: (string | MergeTag)[] = []
  let position = 0
  for (const { start, end, what: tag } of findVariables(text)) {
    parts.push(text.slice(position, start), tag)
    position = end
  }
  parts.push(text.slice(position))
  return parts.filter((part) => part !== '')
}

type Steps = {
  readonly start: string
  readonly steps: readonly { readonly fill: Fill; readonly after: string }[]
}

/** Adjacent texts are merged into one. */
function stepsOf({ parts }: CompiledBody, context: RenderContext): Steps {
  const texts = ['']
  const fills: Fill[] = []
  for (const part of parts) {
    const filled = typeof part === 'string' ? part : fillOf(part, context)
    if (typeof filled === 'string') {
      texts.push(texts.pop()! + filled)
    } else {
      fills.push(filled)
      texts.push('')
    }
  }
  const [start = '', ...after] = texts
  return { start, steps: fills.map((fill, i) => ({ fill, after: after[i]! })) }
}
