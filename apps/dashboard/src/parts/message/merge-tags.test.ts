import { expect, test } from '@jest/globals'
import { dateTag, linkTag, tagWarning, withTag } from './merge-tags.js'

test('why something is not filled in', () => {
  expect(tagWarning('{{nope}}')).toBe('{{nope}} is no tag and will be sent as it is.')
  expect(tagWarning('{{contact_first_name')).toBe('{{contact_first_name is not closed and will be sent as it is.')
})

test('tags of the forms that the service fills in', () => {
  expect(dateTag(2, 'w')).toBe('{{dateOffset "2w"}}')
  expect(linkTag('go.acme.com/sale')).toBe('{{trackingLink "go.acme.com/sale"}}')
  expect(linkTag('go.acme.com/"a"')).toBe(`{{trackingLink 'go.acme.com/"a"'}}`)
})

test.each([
  ['Hi , bye', 3, 3, 'Hi {{x}}, bye', 8],
  ['Hi', 2, 2, 'Hi {{x}}', 8],
  ['Hi NAME!', 3, 7, 'Hi {{x}}!', 8],
  ['', 0, 0, '{{x}}', 5],
  ['(', 1, 1, '({{x}}', 6],
])('%j from %d to %d', (text, start, end, expected, caret) => {
  expect(withTag(text, '{{x}}', { start, end })).toEqual({ text: expected, caret })
})
