import { describe, expect, test } from '@jest/globals'
import { checkDeclaration } from './declaration-faults.js'
import type { AccountDeclaration } from './declaration.js'

const faultsIn = (parts: object) => checkDeclaration({ account: { name: 'Acme', ...parts } }).faults

const LONG = 'x'.repeat(641)

describe('the fields of a declaration', () => {
  test('are refused with their path if they break their rule', () => {
    const wrong: AccountDeclaration = {
      name: ' Acme',
      credits: { sms: -1, mms: 1.5 },
      dailyMessageQuota: NaN,
      allowedCountries: ['US', 'UK', 'USA'],
      formCountries: [],
      rateLimits: { message: 0, broadcast: 10_001, batch: null },
      compliance: { blockedPhrases: ['fine', ''], helpText: LONG },
      optInForm: { consentText: ' \n', privacyUrl: 'example.com/privacy', termsUrl: 'ftp://example.com' },
      retention: { messages: 6, events: 3_651, clicks: 7.5 },
      apiKeys: [{ id: 'a:b' }, { id: 'ok', secret: 'short' }],
      numbers: [{ number: '+1' }, { number: '12345', messagesPerSecond: 0 }],
      groups: [{ name: '', optInMessage: LONG, confirmMessage: LONG, sender: 'me', tags: ['vip', ' vip'] }],
      customFields: [{ key: 'contact_custom_field_1', label: '', type: 'SINGLE_SELECT', options: ['Free', ''] }],
      trackingLinks: [{ link: 'https://go.acme.com/sale', target: 'ftp://example.com' }],
      webhooks: [
        { url: 'nowhere', events: [], secret: 'x' },
        { url: 'https://user:password@example.com', events: ['message.sent'] },
      ],
    }
    expect(faultsIn(wrong).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'account.name must have 1 to 100 characters, without white space at the start or end, got " Acme"',
      'account.credits.sms must be a whole number from 0 to 1000000000, got -1',
      'account.credits.mms must be a whole number from 0 to 1000000000, got 1.5',
      'account.dailyMessageQuota must be a whole number from 0 to 1000000000, got NaN',
      'account.allowedCountries[1] must be an ISO 3166-1 alpha-2 country code, such as US or GB, or XK for Kosovo, got "UK"',
      'account.allowedCountries[2] must be an ISO 3166-1 alpha-2 country code, such as US or GB, or XK for Kosovo, got "USA"',
      'account.formCountries must have 1 to 250 entries, got 0',
      'account.rateLimits.message must be a whole number from 1 to 10000, got 0',
      'account.rateLimits.broadcast must be a whole number from 1 to 10000, got 10001',
      'account.compliance.blockedPhrases[1] must have 1 to 200 characters, got 0',
      'account.compliance.helpText must have at most 640 characters, got 641',
      'account.optInForm.consentText must have 1 to 2000 characters, and not only white space',
      'account.optInForm.privacyUrl must be an absolute http or https URL of at most 2048 characters',
      'account.optInForm.termsUrl must be an absolute http or https URL of at most 2048 characters',
      'account.retention.messages must be a whole number from 7 to 3650, got 6',
      'account.retention.events must be a whole number from 7 to 3650, got 3651',
      'account.retention.clicks must be a whole number from 7 to 3650, got 7.5',
      'account.apiKeys[0].id must have 1 to 64 characters, each a letter, a digit, _ or -',
      'account.apiKeys[1].secret must have 16 to 200 printable ASCII characters, without spaces',
      'account.numbers[0].number must be a number in E.164 form, such as +12025550100, or a short code of 5 or 6 digits, got "+1"',
      'account.numbers[1].messagesPerSecond must be a whole number from 1 to 10000, got 0',
      'account.groups[0].name must have 1 to 100 characters, without white space at the start or end, got ""',
      'account.groups[0].optInMessage must have at most 640 characters, got 641',
      'account.groups[0].confirmMessage must have at most 640 characters, got 641',
      'account.groups[0].sender must be a number in E.164 form, such as +12025550100, or a short code of 5 or 6 digits, got "me"',
      'account.groups[0].tags[1] must have 1 to 100 characters, without white space at the start or end, got " vip"',
      'account.customFields[0].label must have 1 to 100 characters, without white space at the start or end, got ""',
      'account.customFields[0].options[1] must have 1 to 100 characters, without white space at the start or end, got ""',
      'account.trackingLinks[0].link must be a lowercase domain and a path, such as go.example.com/sale, with nothing before or after',
      'account.trackingLinks[0].target must be an absolute http or https URL of at most 2048 characters',
      'account.webhooks[0].url must be an absolute http or https URL of at most 2048 characters, without a user name or password: deliveries are signed instead',
      'account.webhooks[0].events must have 1 to 100 entries, got 0',
      'account.webhooks[0].secret must be whsec_ followed by 24 to 64 bytes in base64',
      'account.webhooks[1].url must be an absolute http or https URL of at most 2048 characters, without a user name or password: deliveries are signed instead',
    ])
  })

  test('may be omitted, or be null where null has a meaning', () => {
    expect(faultsIn({})).toEqual([])
    const lifted = {
      dailyMessageQuota: null,
      allowedCountries: null,
      formCountries: null,
      rateLimits: null,
      compliance: { helpText: null },
    }
    const optInForm = { consentText: null, privacyUrl: null, termsUrl: null }
    expect(faultsIn({ optInForm, retention: { messages: null, events: null, clicks: null } })).toEqual([])
    expect(faultsIn({ ...lifted, groups: [{ name: 'VIP', optInMessage: null, sender: null }] })).toEqual([])
  })

  test('may have the maximum length, but not exceed it', () => {
    const consentText = '👋'.repeat(2_000)
    expect(faultsIn({ optInForm: { consentText }, retention: { messages: 7, events: 3_650 } })).toEqual([])
    expect(faultsIn({ optInForm: { consentText: `${consentText}!` } })).toHaveLength(1)
  })

  test('must not contain text that cannot be stored', () => {
    const message = 'must not contain NUL or a lone surrogate'
    expect(faultsIn({ name: 'Ac\0me' })).toEqual([{ field: 'account.name', message }])
    expect(faultsIn({ compliance: { helpText: '\ud83d' } })).toEqual([
      { field: 'account.compliance.helpText', message },
    ])
  })

  test('that are lists with too many entries are reported only as too long, without faults in the entries', () => {
    const tags = Array.from({ length: 101 }, () => '')
    expect(faultsIn({ groups: [{ name: 'VIP', tags }] })).toEqual([
      { field: 'account.groups[0].tags', message: 'must have at most 100 entries, got 101' },
    ])
  })
})

test('an unknown field is reported with its path and the known fields', () => {
  expect(faultsIn({ credits: { sms: 1, mmz: 1 } })).toEqual([
    { field: 'account.credits.mmz', message: 'is not a known property: expected one of sms, mms' },
  ])
  expect(faultsIn({ creditz: { sms: 1 } })).toEqual([
    {
      field: 'account.creditz',
      message:
        'is not a known property: expected one of name, timezone, capabilities, credits, dailyMessageQuota, ' +
        'allowedCountries, allowPremium, formCountries, refuseLandlines, smartEncoding, sendingWindows, holidays, holdAtMost, frequencyCaps, pools, autoPause, rateCounts, rateLimits, serviceTexts, compliance, ' +
        'optInForm, retention, apiKeys, numbers, groups, customFields, trackingLinks, webhooks',
    },
  ])
})

test.each<[parts: object, field: string]>([
  [{ capabilities: { silent: true } }, 'account.capabilities.silent'],
  [{ rateLimits: { messages: 5 } }, 'account.rateLimits.messages'],
  [{ compliance: { helptext: 'Call us' } }, 'account.compliance.helptext'],
  [{ optInForm: { isOpen: false } }, 'account.optInForm.isOpen'],
  [{ optInForm: { limits: { perMinute: 5 } } }, 'account.optInForm.limits.perMinute'],
  [{ serviceTexts: { perWeek: 5 } }, 'account.serviceTexts.perWeek'],
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
])('an unknown field is reported in every object of a declaration: %j', (parts, field) => {
  expect(faultsIn(parts)).toEqual([{ field, message: expect.stringContaining('is not a known property') }])
})

test('a property of the prototype is an unknown field too', () => {
  const account: unknown = JSON.parse('{ "name": "Acme", "__proto__": 1, "constructor": 1 }')
  expect(checkDeclaration({ account }).faults.map(({ field }) => field)).toEqual([
    'account.__proto__',
    'account.constructor',
  ])
})
