import { expect, test } from '@jest/globals'
import { hasMedia, textsOf } from './template-texts.js'

const BELL = 'https://a.example/bell.png'
const FIELD = 'contact_custom_field_1'

test('a template without languages has one text', () => {
  expect(textsOf({ body: 'Hello' })).toEqual([{ language: '', body: 'Hello', mediaUrl: '' }])
})

test('the default comes first, and a text without media of its own has that of the template', () => {
  const variants = { Spanish: { body: 'Hola' }, French: { body: 'Salut', mediaUrl: 'https://a.example/coq.png' } }
  expect(textsOf({ body: 'Hello', mediaUrl: BELL, language: { field: FIELD, default: 'English', variants } })).toEqual([
    { language: 'English', body: 'Hello', mediaUrl: BELL },
    { language: 'Spanish', body: 'Hola', mediaUrl: BELL },
    { language: 'French', body: 'Salut', mediaUrl: 'https://a.example/coq.png' },
  ])
})

test('a template has media if one of its texts has', () => {
  const variants = { Spanish: { body: 'Hola', mediaUrl: BELL } }
  expect(hasMedia({ body: 'Hello', language: { field: FIELD, default: 'English', variants } })).toBe(true)
  expect(hasMedia({ body: 'Hello' })).toBe(false)
})
