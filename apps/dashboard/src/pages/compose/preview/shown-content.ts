import type { Template } from '../../../parts/message/template/use-template.js'
import { textsOf } from '../../../parts/message/template/template-texts.js'
import type { Composition } from '../composition.js'

/** What the phone of the preview shows. */
export type ShownContent = {
  /** What is filled in for people; null without a text. */
  readonly request: { readonly body: string } | { readonly template: { readonly id: string } } | null
  /** The version of the template, whose texts are other ones after a change. */
  readonly version: number | null
  /** Before anything is filled in, and for nobody. */
  readonly body: string
  readonly mediaUrl: string
}

/**
 * The text that is written; or the template, in the language of each person, or in one of its languages for everybody.
 * `language`: null for that of each person, as is one that the template does not have.
 */
export function shownContentOf(
  { source, body, mediaUrl }: Pick<Composition, 'source' | 'body' | 'mediaUrl'>,
  template: Template | undefined,
  language: string | null,
): ShownContent {
  if (source === 'text') return { request: body === '' ? null : { body }, version: null, body, mediaUrl }
  if (template === undefined) return { request: null, version: null, body: '', mediaUrl: '' }
  const { id, version } = template
  const texts = textsOf(template)
  const chosen = texts.find((one) => one.language === language)
  const { body: text, mediaUrl: media } = chosen ?? texts[0]!
  const own = text === '' ? null : { body: text }
  return { request: chosen === undefined ? { template: { id } } : own, version, body: text, mediaUrl: media }
}
