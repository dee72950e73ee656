import {
  CUSTOM_FIELD_KEYS,
  DECLARATION_RULES,
  MESSAGE_FIELD_RULES,
  TEMPLATE_RANGES,
  lengthOf,
  object,
  oneOf,
  orNull,
  record,
  text,
  type CustomFieldKey,
  type Schema,
  type TemplateContent,
  type TemplatePatch,
  type ValueOf,
} from '@carillon/core'
import { Text, textFault } from '../input/checks.js'
import { ANY_TEXT } from '../input/shape.js'

/** A template in place of a body. The id is checked later: a repeated request must get its stored response before. */
export class TemplateRefFields {
  @Text(ANY_TEXT) id!: string
}

/** May contain any characters: they are checked later, with the content. */
const BODY: Schema<string> = {
  read(value, at, faults) {
    const message = textFault(value, MESSAGE_FIELD_RULES.body)
    if (message === null) return value as string
    faults.push({ field: at, message })
    return undefined
  },
}

const MEDIA_URL = orNull(text(MESSAGE_FIELD_RULES.mediaUrl))

export const VARIANT_SCHEMA = object({ optional: { body: BODY, mediaUrl: MEDIA_URL } })

const LANGUAGE_NAME = lengthOf(TEMPLATE_RANGES.language)

export const LANGUAGE_SCHEMA = object({
  required: {
    field: text<CustomFieldKey>(oneOf(CUSTOM_FIELD_KEYS)),
    default: text(LANGUAGE_NAME),
    variants: record(VARIANT_SCHEMA, { keys: LANGUAGE_NAME, range: TEMPLATE_RANGES.variants }),
  },
})

const CONTENT = { body: BODY, mediaUrl: MEDIA_URL, language: orNull(LANGUAGE_SCHEMA) }

export const TEMPLATE_SCHEMA = object({ required: { name: text(DECLARATION_RULES.name) }, optional: CONTENT })
export const TEMPLATE_PATCH_SCHEMA = object({ optional: { name: text(DECLARATION_RULES.name), ...CONTENT } })

export function contentOf({ body = '', mediaUrl = null, language }: ValueOf<typeof TEMPLATE_SCHEMA>): TemplateContent {
  return { body, mediaUrl, language: language ? languageOf(language) : null }
}

export function patchOf({ language, ...fields }: ValueOf<typeof TEMPLATE_PATCH_SCHEMA>): TemplatePatch {
  return { ...fields, ...(language !== undefined && { language: language && languageOf(language) }) }
}

function languageOf({ variants, ...language }: ValueOf<typeof LANGUAGE_SCHEMA>): TemplateContent['language'] {
  const texts = Object.entries(variants).map(
    ([name, { body = '', mediaUrl = null }]) => [name, { body, mediaUrl }] as const,
  )
  return { ...language, variants: Object.fromEntries(texts) }
}
