import { expect, test } from '@jest/globals'
import { fieldFaults } from './declaration-fields.js'
import type { AccountDeclaration } from './declaration.js'

const faultsIn = (parts: object) => fieldFaults({ name: 'Acme', ...parts })

test('an unknown field of a declaration is reported with its path and the known fields', () => {
  expect(faultsIn({ credits: { sms: 1, mmz: 1 } })).toEqual([
    { field: 'account.credits.mmz', message: 'is not a known property: expected one of sms, mms' },
  ])
  expect(faultsIn({ creditz: { sms: 1 } })).toEqual([
    {
      field: 'account.creditz',
      message:
        'is not a known property: expected one of name, timezone, capabilities, credits, dailyMessageQuota, rateLimits, ' +
        'compliance, optInForm, retention, apiKeys, numbers, groups, customFields, trackingLinks, webhooks',
    },
  ])
})

test.each<[parts: object, field: string]>([
  [{ capabilities: { silent: true } }, 'account.capabilities.silent'],
  [{ rateLimits: { messages: 5 } }, 'account.rateLimits.messages'],
  [{ compliance: { helptext: 'Call us' } }, 'account.compliance.helptext'],
  [{ optInForm: { isOpen: false } }, 'account.optInForm.isOpen'],
  [{ retention: { message: 30 } }, 'account.retention.message'],
  [{ apiKeys: [{ id: 'a' }, { id: 'b', name: 'b' }] }, 'account.apiKeys[1].name'],
  [{ numbers: [{ number: '12345', messagesPerSec: 5 }] }, 'account.numbers[0].messagesPerSec'],
  [{ groups: [{ name: 'VIP', isDefault: true }] }, 'account.groups[0].isDefault'],
  [
    { customFields: [{ key: 'contact_custom_field_1', label: 'A', type: 'TEXT', kind: 1 }] },
    'account.customFields[0].kind',
  ],
  [{ trackingLinks: [{ link: 'a.com/a', target: 'https://a.com', to: 1 }] }, 'account.trackingLinks[0].to'],
  [{ webhooks: [{ url: 'https://a.com', events: ['message.sent'], type: 1 }] }, 'account.webhooks[0].type'],
])('every object of a declaration has a separate list of known fields: %j', (parts, field) => {
  expect(faultsIn(parts)).toEqual([{ field, message: expect.stringContaining('is not a known property') }])
})

test('a name from the object prototype is also an unknown field', () => {
  const declaration = JSON.parse('{ "name": "Acme", "__proto__": 1, "constructor": 1 }') as AccountDeclaration
  expect(fieldFaults(declaration).map(({ field }) => field)).toEqual(['account.__proto__', 'account.constructor'])
})
