import { expect, test } from '@jest/globals'
import { readableBody } from './readable-body.js'

test.each([
  ['Hi {{contact_first_name}},\nnew: {{trackingLink "go.acme.com/sale"}}', 'Hi [first name], new: go.acme.com/sale'],
  ['Until {{ dateOffset "1w" }}, {{contact_custom_field_3}}', 'Until [day of sending + 1w], [field 3]'],
  ['{{unknown}} {{', '{{unknown}} {{'],
  ['👋'.repeat(100), `${'👋'.repeat(89)}…`],
])('%#: %j', (body, title) => expect(readableBody(body)).toBe(title))
