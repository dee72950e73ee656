import { expect, test } from '@jest/globals'
import { unknownTagsIn } from './unknown-tags.js'

test.each<[string, readonly string[]]>([
  ['Hello', []],
  ['Hi {{contact_first_name}}, {{ current_date }}, {{dateOffset "7d"}}, {{trackingLink "example.com"}}', []],
  ['{{nope}} {{nope}} {{ Contact_First_Name }}', ['{{nope}}', '{{ Contact_First_Name }}']],
  ['Hi {{contact_first_name is', ['{{contact_first_name']],
  ['Hi {{contact_first_name}', ['{{contact_first_name']],
  ['{{first {{contact_first_name}} }}', ['{{first']],
  ['{{dateOffset "7x"}}', ['{{dateOffset "7x"}}']],
  ['{{{nope}}} and {one}', ['{{nope}}']],
  ['{{\nnext {{', ['{{']],
])('%#: %j', (body, tags) => expect(unknownTagsIn(body, 20)).toEqual(tags))

test('no more than asked for', () => {
  const body = Array.from({ length: 30 }, (_, i) => `{{${i}}}`).join('')
  expect(unknownTagsIn(body, 20)).toHaveLength(20)
})
