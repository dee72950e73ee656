import type { Result, Values } from '../../api/operation.js'

type OnePath = '/accounts/{account}/templates/{templateId}'

export type Template = Result<OnePath, 'get'>
type NewTemplate = Values<'/accounts/{account}/templates', 'post'>['body']
type TemplateChanges = NonNullable<Values<OnePath, 'patch'>['body']>
type Language = NonNullable<NewTemplate['language']>

/** A text in the form: empty fields in place of absent ones. */
export type TextValues = { readonly body: string; readonly mediaUrl: string }

/** A template as its form has it. */
export type TemplateValues = TextValues & {
  readonly name: string
  /** The key of the custom field that chooses the language; null without languages. */
  readonly field: Language['field'] | null
  readonly ownLanguage: string
  /** By option of the field. An option with neither text nor media has no variant. */
  readonly variants: Readonly<Record<string, TextValues>>
}

export const NO_TEXT: TextValues = { body: '', mediaUrl: '' }

export const NEW_TEMPLATE: TemplateValues = { ...NO_TEXT, name: '', field: null, ownLanguage: '', variants: {} }

export function valuesOf({ name, body, mediaUrl = '', language }: Template): TemplateValues {
  const texts = Object.entries(language?.variants ?? {})
  return {
    name,
    body,
    mediaUrl,
    field: (language?.field as Language['field'] | undefined) ?? null,
    ownLanguage: language?.default ?? '',
    variants: Object.fromEntries(texts.map(([option, text]) => [option, { ...NO_TEXT, ...text }])),
  }
}

/** What a person has to write first, by field. */
export type Missing = { readonly name?: string; readonly body?: string }

export function missingIn({ name, body, mediaUrl }: TemplateValues): Missing {
  return {
    ...(name.trim() === '' && { name: 'Give the template a name.' }),
    ...(body === '' && mediaUrl === '' && { body: 'Write a text, or give the address of a picture.' }),
  }
}

/** The template as the service wants it. */
export function requestOf(values: TemplateValues): NewTemplate {
  const { name, body, mediaUrl } = values
  const language = languageOf(values)
  return { name: name.trim(), body, ...(mediaUrl !== '' && { mediaUrl }), ...(language !== null && { language }) }
}

/** Only what was changed: a change of the name alone makes no version. */
export function changesIn(before: TemplateValues, after: TemplateValues): TemplateChanges {
  const { name, body, mediaUrl } = after
  const language = languageOf(after)
  return {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(body !== before.body && { body }),
    ...(mediaUrl !== before.mediaUrl && { mediaUrl: mediaUrl === '' ? null : mediaUrl }),
    ...(JSON.stringify(language) !== JSON.stringify(languageOf(before)) && { language }),
  }
}

function languageOf({ field, ownLanguage, variants }: TemplateValues): Language | null {
  const written = Object.entries(variants).filter(
    ([option, { body, mediaUrl }]) => option !== ownLanguage && (body !== '' || mediaUrl !== ''),
  )
  if (field === null || written.length === 0) return null
  const texts = written.map(([option, { body, mediaUrl }]) => [option, { body, ...(mediaUrl !== '' && { mediaUrl }) }])
  return { field, default: ownLanguage, variants: Object.fromEntries(texts) as Language['variants'] }
}
