import type { TemplateId } from '../../values/ids.js'
import type { ContactFacts } from '../contacts/contact.js'
import { shownValueOf, type CustomField, type CustomFieldKey } from '../contacts/custom-field.js'

/** The version of a template that a text was made from. */
export type TemplateRef = { readonly id: TemplateId; readonly version: number }

/** `body` is `""` if there is only media. */
export type TemplateText = { readonly body: string; readonly mediaUrl: string | null }

/** The template's own text is the default: it goes to everybody who gets no variant. */
export type TemplateContent = TemplateText & { readonly language: TemplateLanguage | null }

/** The texts in other languages, one of which the value of a SINGLE_SELECT custom field chooses for each recipient. */
export type TemplateLanguage = {
  readonly field: CustomFieldKey
  /** Names the language of the template's own text. */
  readonly default: string
  /** By the option of the field. A variant without media has the media of the template. */
  readonly variants: Readonly<Record<string, TemplateText>>
}

/** The content of a version as a broadcast stores it. The broadcast's own body and media are the default text. */
export type UsedTemplate = TemplateRef & { readonly language: TemplateLanguage | null }

/** The option whose variant a contact gets; null: the default text. */
export type ChooseVariant = (contact: Pick<ContactFacts, 'customValues'> | null) => string | null

/**
 * Everybody gets the default text if the field cannot be used. A recipient gets it too without a contact, without a
 * value, and with a value that has no variant or that is not an option of the field any more.
 */
export function variantChooserOf(language: TemplateLanguage, fields: readonly CustomField[]): ChooseVariant {
  const field = languageFieldOf(language, fields)
  if (field === null) return () => null
  return (contact) => {
    const value = shownValueOf(field, contact?.customValues ?? {})
    return typeof value === 'string' && Object.hasOwn(language.variants, value) ? value : null
  }
}

/** Null if the field cannot choose a language: it is missing, not active, or of another type. */
export function languageFieldOf(
  { field: key }: Pick<TemplateLanguage, 'field'>,
  fields: readonly CustomField[],
): CustomField | null {
  return (
    fields.find(({ key: its, status, type }) => its === key && status === 'active' && type === 'SINGLE_SELECT') ?? null
  )
}

/** The text of a variant; null: the default text. */
export function textOf({ body, mediaUrl, language }: TemplateContent, variant: string | null): TemplateText {
  const chosen = variant === null ? undefined : language?.variants[variant]
  return chosen === undefined ? { body, mediaUrl } : { body: chosen.body, mediaUrl: chosen.mediaUrl ?? mediaUrl }
}

/** Every text with its path in a request: first the default text. */
export function textsOf(content: TemplateContent): readonly (TemplateText & { readonly path: string })[] {
  const variants = Object.keys(content.language?.variants ?? {})
  return [
    { ...textOf(content, null), path: '' },
    ...variants.map((name) => ({ ...textOf(content, name), path: `language.variants.${name}.` })),
  ]
}

/** Whether some recipients get an MMS. */
export function hasMedia(content: TemplateContent): boolean {
  return textsOf(content).some(({ mediaUrl }) => mediaUrl !== null)
}

/** The media of a request replaces that of all texts. */
export function withMedia(content: TemplateContent, mediaUrl: string | null): TemplateContent {
  const { body, language } = content
  if (mediaUrl === null) return content
  if (language === null) return { body, mediaUrl, language }
  const variants = Object.entries(language.variants).map(([name, text]) => [name, { ...text, mediaUrl: null }] as const)
  return { body, mediaUrl, language: { ...language, variants: Object.fromEntries(variants) } }
}

/** Names the version, without what else is known about it. */
export function refOf({ id, version }: TemplateRef): TemplateRef {
  return { id, version }
}
