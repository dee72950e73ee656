import { describe, expect, test } from '@jest/globals'
import { changesIn, missingIn, NEW_TEMPLATE, requestOf, valuesOf, type Template } from './template-values.js'

const MEDIA = 'https://a.example/bell.png'
const TEMPLATE: Template = {
  id: 'tpl_1',
  name: 'Welcome',
  version: 2,
  body: 'Hello',
  mediaUrl: MEDIA,
  language: {
    field: 'contact_custom_field_2',
    default: 'English',
    variants: { Spanish: { body: 'Hola' }, French: { body: '', mediaUrl: MEDIA } },
  },
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
}
const VALUES = valuesOf(TEMPLATE)

test('the form has an empty field for what the template does not have', () => {
  expect(VALUES).toEqual({
    name: 'Welcome',
    body: 'Hello',
    mediaUrl: MEDIA,
    field: 'contact_custom_field_2',
    ownLanguage: 'English',
    variants: { Spanish: { body: 'Hola', mediaUrl: '' }, French: { body: '', mediaUrl: MEDIA } },
  })
  const { mediaUrl: _, language: __, ...plain } = TEMPLATE
  expect(valuesOf(plain)).toEqual({ ...NEW_TEMPLATE, name: 'Welcome', body: 'Hello' })
})

test('a name, and a text or a picture, must be given', () => {
  expect(Object.keys(missingIn({ ...NEW_TEMPLATE, name: ' ' }))).toEqual(['name', 'body'])
  expect(missingIn(VALUES)).toEqual({})
  expect(missingIn({ ...VALUES, body: '' })).toEqual({})
})

describe('a new template', () => {
  test('has only what was written', () => {
    expect(requestOf({ ...NEW_TEMPLATE, name: ' Sale ', body: 'Hi' })).toEqual({ name: 'Sale', body: 'Hi' })
    const { name, body, mediaUrl, language } = TEMPLATE
    expect(requestOf(VALUES)).toEqual({ name, body, mediaUrl, language })
  })

  test('has no language if no variant was written, and none for its own language', () => {
    const text = { body: 'x', mediaUrl: '' }
    const none = { ...VALUES, variants: { Spanish: { body: '', mediaUrl: '' }, English: text } }
    expect(requestOf(none)).not.toHaveProperty('language')
    const one = requestOf({ ...VALUES, variants: { ...none.variants, French: text } })
    expect(one.language!.variants).toEqual({ French: { body: 'x' } })
  })
})

describe('a change', () => {
  test('has only what differs', () => {
    expect(changesIn(VALUES, VALUES)).toEqual({})
    expect(changesIn(VALUES, { ...VALUES, name: 'Hello' })).toEqual({ name: 'Hello' })
    expect(changesIn(VALUES, { ...VALUES, body: 'Hi', mediaUrl: '' })).toEqual({ body: 'Hi', mediaUrl: null })
  })

  test('replaces the languages as a whole, or removes them', () => {
    const variants = { Spanish: { body: 'Buenas', mediaUrl: '' } }
    expect(changesIn(VALUES, { ...VALUES, variants })).toEqual({
      language: { field: 'contact_custom_field_2', default: 'English', variants: { Spanish: { body: 'Buenas' } } },
    })
    expect(changesIn(VALUES, { ...VALUES, field: null })).toEqual({ language: null })
  })
})
