import type { Account } from '../../model/accounts/account.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import { checkTexts } from '../../model/templates/check-body.js'
import {
  languageFieldOf,
  textsOf,
  type TemplateContent,
  type TemplateLanguage,
} from '../../model/templates/template-content.js'
import { refuseFaults, type FieldError } from '../../values/errors.js'
import { shownName } from '../../values/schema.js'
import { quote } from '../../values/text/text.js'

/** Refuses texts that the account could not send now, and texts with neither words nor media. */
export function checkContent(content: TemplateContent, { compliance, smartEncoding }: Account): void {
  const empty = textsOf(content).filter(({ body, mediaUrl }) => body === '' && mediaUrl === null)
  refuseFaults(empty.map(({ path }) => ({ field: `${path}body`, message: 'is required without mediaUrl' })))
  checkTexts(content, compliance, { smartEncoding })
}

/** Refuses a field that cannot choose a language, variants that nobody would get, and a default that is no option. */
export function checkLanguage(language: TemplateLanguage | null, fields: readonly CustomField[]): void {
  if (language !== null) refuseFaults([...languageFaults(language, fields)])
}

function* languageFaults(language: TemplateLanguage, fields: readonly CustomField[]): Iterable<FieldError> {
  const { variants } = language
  if (Object.hasOwn(variants, language.default)) {
    const rule = 'must not be a variant: the body of the template is its text'
    yield { field: 'language.default', message: `${rule}, got ${quote(language.default)}` }
  }
  const field = languageFieldOf(language, fields)
  if (field === null) {
    yield { field: 'language.field', message: `${FIELD_EXPECTED}, got ${stateOf(language, fields)}` }
    return
  }
  const message = `is not an option of the custom field ${field.label}: expected one of ${field.options.join(', ')}`
  if (!Object.hasOwn(variants, language.default) && !field.options.includes(language.default)) {
    yield { field: 'language.default', message: `${message}, got ${quote(language.default)}` }
  }
  for (const name of Object.keys(variants)) {
    if (!field.options.includes(name)) yield { field: `language.variants.${shownName(name)}`, message }
  }
}

const FIELD_EXPECTED = 'must be the key of an active custom field of the type SINGLE_SELECT'

function stateOf({ field: key }: TemplateLanguage, fields: readonly CustomField[]): string {
  const field = fields.find((one) => one.key === key)
  if (field === undefined) return `${key}, which the account does not have`
  if (field.status === 'active') return `${key}, which has the type ${field.type}`
  return field.status === 'disabled' ? `${key}, which is disabled` : `${key}, which is being deleted`
}
