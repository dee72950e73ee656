import { describe, expect, test } from '@jest/globals'
import type { CustomField } from '../contacts/custom-field.js'
import { hasMedia, textOf, textsOf, variantChooserOf, withMedia, type TemplateContent } from './template-content.js'

const FIELD: CustomField = {
  account: 'acc_1',
  key: 'contact_custom_field_2',
  label: 'Language',
  type: 'SINGLE_SELECT',
  options: ['English', 'Spanish', 'French'],
  status: 'active',
}

const LANGUAGE = {
  field: FIELD.key,
  default: 'English',
  variants: {
    Spanish: { body: 'Hola', mediaUrl: null },
    French: { body: 'Bonjour', mediaUrl: 'https://a.example/fr.png' },
    __proto: { body: '', mediaUrl: null },
  },
}

const PLAIN: TemplateContent = { body: 'Hello', mediaUrl: null, language: null }
const CONTENT: TemplateContent = { body: 'Hello', mediaUrl: 'https://a.example/en.png', language: LANGUAGE }

describe('the variant of a recipient', () => {
  const choose = variantChooserOf(LANGUAGE, [FIELD])
  const having = (value: string) => ({ customValues: { [FIELD.key]: value } })

  test('is chosen by the value of the field', () => {
    expect(choose(having('Spanish'))).toBe('Spanish')
  })

  test.each([
    ['a recipient without a contact', null],
    ['a contact without a value', { customValues: {} }],
    ['a contact whose values were not read', {}],
    ['the language of the default', having('English')],
    ['a value that is not an option any more', having('__proto')],
    ['the name of a property that every object has', having('toString')],
  ])('is the default for %s', (_, contact) => expect(choose(contact)).toBeNull())

  test.each([
    ['is disabled', [{ ...FIELD, status: 'disabled' as const }]],
    ['is being deleted', [{ ...FIELD, status: 'deleting' as const }]],
    ['has another type', [{ ...FIELD, type: 'TEXT' as const }]],
    ['does not exist', []],
  ])('is the default for everybody if the field %s', (_, fields) => {
    expect(variantChooserOf(LANGUAGE, fields)(having('Spanish'))).toBeNull()
  })
})

describe('the text of a variant', () => {
  test('is its own, with the media of the template if it has none', () => {
    expect(textOf(CONTENT, 'Spanish')).toEqual({ body: 'Hola', mediaUrl: CONTENT.mediaUrl })
    expect(textOf(CONTENT, 'French')).toEqual({ body: 'Bonjour', mediaUrl: 'https://a.example/fr.png' })
  })

  test('is the default text for no variant', () => {
    expect(textOf(CONTENT, null)).toEqual({ body: 'Hello', mediaUrl: CONTENT.mediaUrl })
    expect(textOf(PLAIN, 'Spanish')).toEqual({ body: 'Hello', mediaUrl: null })
  })
})

test('all texts are listed with the path of their variant', () => {
  expect(textsOf(CONTENT).map(({ path, body }) => [path, body])).toEqual([
    ['', 'Hello'],
    ['language.variants.Spanish.', 'Hola'],
    ['language.variants.French.', 'Bonjour'],
    ['language.variants.__proto.', ''],
  ])
})

test('one text with media is enough to need a sender that can send MMS', () => {
  expect([PLAIN, CONTENT, { ...CONTENT, mediaUrl: null }].map(hasMedia)).toEqual([false, true, true])
  expect(hasMedia({ ...PLAIN, language: { ...LANGUAGE, variants: { Spanish: LANGUAGE.variants.Spanish } } })).toBe(
    false,
  )
})

test('the media of a request replaces that of all texts', () => {
  const given = 'https://a.example/sale.png'
  expect(textsOf(withMedia(CONTENT, given)).map(({ mediaUrl }) => mediaUrl)).toEqual([given, given, given, given])
  expect(withMedia(CONTENT, null)).toBe(CONTENT)
  expect(withMedia(PLAIN, given)).toEqual({ ...PLAIN, mediaUrl: given })
})
