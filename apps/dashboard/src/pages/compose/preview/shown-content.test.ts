import { expect, test } from '@jest/globals'
import type { Template } from '../../../parts/message/template/use-template.js'
import { shownContentOf } from './shown-content.js'

const BELL = 'https://a.example/bell.png'
const WRITTEN = { source: 'text', body: 'Written', mediaUrl: '' } as const
const CHOSEN = { ...WRITTEN, source: 'template' } as const
const TEMPLATE: Template = {
  id: 'tpl_1',
  name: 'Welcome',
  version: 3,
  body: 'Hello',
  mediaUrl: BELL,
  language: {
    field: 'contact_custom_field_1',
    default: 'English',
    variants: { Spanish: { body: 'Hola' }, Drawn: { body: '' } },
  },
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
}

test('a written text is shown, whatever template was chosen before', () => {
  expect(shownContentOf(WRITTEN, TEMPLATE, 'Spanish')).toEqual({
    request: { body: 'Written' },
    version: null,
    body: 'Written',
    mediaUrl: '',
  })
})

test('nothing is asked before there is a text or a template', () => {
  expect(shownContentOf({ ...WRITTEN, body: '' }, undefined, null).request).toBeNull()
  expect(shownContentOf(CHOSEN, undefined, null)).toMatchObject({ request: null, body: '', mediaUrl: '' })
})

test('a template is filled in by the service in the language of each person', () => {
  expect(shownContentOf(CHOSEN, TEMPLATE, null)).toEqual({
    request: { template: { id: 'tpl_1' } },
    version: 3,
    body: 'Hello',
    mediaUrl: BELL,
  })
})

test('one language is shown for everybody, with the media of the template', () => {
  expect(shownContentOf(CHOSEN, TEMPLATE, 'Spanish')).toEqual({
    request: { body: 'Hola' },
    version: 3,
    body: 'Hola',
    mediaUrl: BELL,
  })
  expect(shownContentOf(CHOSEN, TEMPLATE, 'English')).toMatchObject({ request: { body: 'Hello' } })
  expect(shownContentOf(CHOSEN, TEMPLATE, 'Drawn')).toMatchObject({ request: null, body: '', mediaUrl: BELL })
})

test('instead of a language that the template does not have any more, that of each person is shown', () => {
  expect(shownContentOf(CHOSEN, TEMPLATE, 'German')).toEqual(shownContentOf(CHOSEN, TEMPLATE, null))
})
