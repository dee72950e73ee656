import { declaringFixture, WEBHOOK_SECRET } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { CONTRACT_RATE_LIMITS, NO_RATE_LIMITS } from '../../model/accounts/rate-limit.js'
import { FORM_LIMITS } from '../../model/limits/form-limits.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { ReadAccount } from '../accounts/read-account.js'
import type { AccountDeclaration } from './declaration.js'

const open = () => declaringFixture(inMemory())

const WHOLE = {
  timezone: parseTimeZone('America/New_York'),
  capabilities: { silentOptIn: true },
  credits: { sms: 100_000, mms: 1_000 },
  dailyMessageQuota: 5_000,
  rateLimits: { message: 5, batch: null },
  allowedCountries: ['us', 'GB', 'XK'],
  allowPremium: true,
  formCountries: ['us'],
  refuseLandlines: true,
  frequencyCaps: [{ messages: 2, per: '24h' }],
  rateCounts: 'messages',
  compliance: { blockedPhrases: ['free money'], blockPublicShorteners: false, helpText: 'Call us' },
  serviceTexts: { perHour: 200, chargeReplies: true },
  optInForm: {
    open: false,
    consentText: 'I agree',
    privacyUrl: 'https://acme.com/p',
    termsUrl: 'https://acme.com/t',
    limits: { prefixPerHour: 10 },
  },
  retention: { messages: 365, events: 30, clicks: 180 },
  apiKeys: [{ id: 'key_demo', secret: 'open_sesame_demo' }],
  numbers: [
    { number: '+12025550100', mms: false, messagesPerSecond: 3 },
    { number: '12345', status: 'inactive' },
  ],
  groups: [
    {
      name: 'VIP',
      default: true,
      optInMessage: 'Hi',
      confirmMessage: 'Reply YES',
      sender: '+12025550100',
      tags: ['vip', 'a'],
    },
    { name: 'News', optInType: 'DOUBLE', formLimits: { perHour: 50 }, tags: ['vip'] },
  ],
  customFields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
    { key: 'contact_custom_field_2', label: 'Visits', type: 'NUMBER', status: 'disabled' },
  ],
  trackingLinks: [{ link: 'go.example.com/sale', target: 'https://shop.example.com' }],
  webhooks: [{ url: 'https://hooks.example.com', events: ['contacts.group.opted_in'], secret: WEBHOOK_SECRET }],
} satisfies Partial<AccountDeclaration>

describe('a declared account', () => {
  test('is created according to its declaration', async () => {
    const fixture = open()
    const { account, parts } = await fixture.apply(WHOLE)
    expect(account).toMatchObject({
      name: 'Acme',
      timezone: 'America/New_York',
      capabilities: { silentOptIn: true },
      dailyMessageQuota: 5_000,
      rateLimits: { ...CONTRACT_RATE_LIMITS, message: 5, batch: null },
      serviceTexts: { perHour: 200, perDay: 10_000, chargeReplies: true },
      compliance: WHOLE.compliance,
      retention: WHOLE.retention,
      destinations: { allowedCountries: ['US', 'GB', 'XK'], allowPremium: true, formCountries: ['US'] },
      refuseLandlines: true,
      frequencyCaps: [{ messages: 2, per: '24h', counts: 'bulk', group: null }],
      rateCounts: 'messages',
    })
    expect(account.optInForm).toEqual({
      isOpen: false,
      consentText: 'I agree',
      privacyUrl: 'https://acme.com/p',
      termsUrl: 'https://acme.com/t',
      limits: { ...FORM_LIMITS, prefixPerHour: 10 },
    })
    expect(parts).toMatchObject({
      senders: [
        { number: '+12025550100', status: 'active', mms: false, messagesPerSecond: 3 },
        { number: '12345', status: 'inactive', mms: true, messagesPerSecond: null },
      ],
      groups: [
        {
          name: 'VIP',
          isDefault: true,
          optInType: 'SINGLE',
          optInMessage: 'Hi',
          tags: [{ name: 'a' }, { name: 'vip' }],
        },
        {
          name: 'News',
          isDefault: false,
          optInType: 'DOUBLE',
          optInMessage: null,
          sender: null,
          tags: [{ name: 'vip' }],
        },
      ],
      customFields: [
        { label: 'Plan', options: ['Free', 'Pro'], status: 'active' },
        { label: 'Visits', options: [], status: 'disabled' },
      ],
      trackingLinks: WHOLE.trackingLinks,
      webhooks: [{ url: 'https://hooks.example.com', events: ['contacts.group.opted_in'] }],
    })
    expect(await new ReadAccount(fixture).execute({ name: 'Acme' })).toEqual(account)
    expect(await fixture.enter('key_demo', 'open_sesame_demo')).toEqual(account)
  })

  test('has a form with the limits of the account if the limits of the group are empty', async () => {
    const { parts } = await open().apply({ groups: [{ name: 'News', formLimits: {} }] })
    expect(parts.groups).toMatchObject([{ name: 'News', formLimits: null }])
  })

  test('with only a name has the default settings of the contract', async () => {
    const { account } = await open().apply({})
    expect(account).toMatchObject({
      timezone: 'UTC',
      capabilities: { silentOptIn: false },
      dailyMessageQuota: null,
      rateLimits: CONTRACT_RATE_LIMITS,
      compliance: { blockedPhrases: [], blockPublicShorteners: true, helpText: null },
      optInForm: { isOpen: true, consentText: null, privacyUrl: null, termsUrl: null },
      retention: { messages: null, events: 90, clicks: null },
      destinations: { allowedCountries: null, allowPremium: false, formCountries: null },
      refuseLandlines: false,
    })
  })

  test('is stored exactly as it is returned', async () => {
    const fixture = open()
    const { account, parts } = await fixture.apply(WHOLE)
    const stored = await fixture.unitOfWork.run(async (stores) => ({
      apiKeys: await stores.apiKeys.of(account.id),
      senders: await stores.senders.of(account.id),
      groups: (await stores.groups.of(account.id)).toReversed(),
      customFields: await stores.customFields.of(account.id),
      trackingLinks: await stores.trackingLinks.of(account.id),
      webhooks: await stores.webhookEndpoints.of(account.id),
    }))
    expect({ ...stored, newKeySecrets: new Map(), newWebhookSecrets: new Map() }).toEqual(parts)
  })

  test.each([false, true])('is not changed by a second run, prune: %s', async (prune) => {
    const { apply, clock } = open()
    const first = await apply(WHOLE)
    clock.advance(60_000)
    const second = await apply(WHOLE, { prune })
    expect(second).toEqual({ ...first, changes: [] })
    expect(first.changes.length).toBeGreaterThan(0)
  })

  test('is created once when two requests declare it concurrently', async () => {
    const { apply, accounts } = open()
    const [one, other] = await Promise.all([apply(WHOLE), apply(WHOLE)])
    expect(one.account).toEqual(other.account)
    expect([one, other].filter(({ changes }) => changes.length > 0)).toHaveLength(1)
    expect(await accounts()).toHaveLength(1)
  })

  test('keeps everything that its declaration omits', async () => {
    const { apply } = open()
    const first = await apply(WHOLE)
    const second = await apply({
      compliance: { helpText: 'Write us' },
      groups: [{ name: 'News', optInMessage: 'News!' }],
    })
    expect(second.account).toEqual({ ...first.account, compliance: { ...WHOLE.compliance, helpText: 'Write us' } })
    const [vip, news] = first.parts.groups
    expect(second.parts).toEqual({ ...first.parts, groups: [{ ...news, optInMessage: 'News!' }, vip] })
    expect(second.changes).toEqual(['account: changed Acme', 'groups: changed News'])
  })

  test('keeps the countries that it omits, and treats null as a setting', async () => {
    const { apply } = open()
    await apply(WHOLE)
    const { account, changes } = await apply({ allowedCountries: null })
    expect(account.destinations).toEqual({ allowedCountries: null, allowPremium: true, formCountries: ['US'] })
    expect(changes).toEqual(['account: changed Acme'])
    expect((await apply({ formCountries: ['us'], allowPremium: true })).changes).toEqual([])
  })

  test('refuses landlines until its declaration says otherwise', async () => {
    const { apply } = open()
    await apply({ refuseLandlines: true })
    expect(await apply({})).toMatchObject({ account: { refuseLandlines: true }, changes: [] })
    const { account, changes } = await apply({ refuseLandlines: false })
    expect([account.refuseLandlines, changes]).toEqual([false, ['account: changed Acme']])
  })

  test('keeps the fields that its optInForm and retention objects omit, and treats null as a setting', async () => {
    const { apply } = open()
    await apply(WHOLE)
    const { account } = await apply({ optInForm: { termsUrl: null }, retention: { events: null } })
    expect(account.optInForm).toMatchObject({ isOpen: false, consentText: 'I agree', termsUrl: null })
    expect(account.optInForm).toMatchObject({ privacyUrl: 'https://acme.com/p' })
    expect(account.retention).toEqual({ ...WHOLE.retention, events: null })
    expect((await apply({ optInForm: {}, retention: {} })).changes).toEqual([])
    expect((await apply({ optInForm: { open: true } })).account.optInForm).toMatchObject({
      isOpen: true,
      termsUrl: null,
    })
  })

  test('loses everything that its declaration omits, if prune is set', async () => {
    const fixture = open()
    await fixture.apply(WHOLE)
    const { parts, changes } = await fixture.apply({ groups: [{ name: 'News' }] }, { prune: true })
    expect(parts).toMatchObject({ senders: [], customFields: [], trackingLinks: [], webhooks: [], apiKeys: [] })
    expect(parts.groups.map(({ name }) => name)).toEqual(['News'])
    expect(changes).toEqual([
      'customFields: removed contact_custom_field_1',
      'customFields: removed contact_custom_field_2',
      'numbers: removed +12025550100',
      'numbers: removed 12345',
      'groups: removed VIP',
      'trackingLinks: removed go.example.com/sale',
      'webhooks: removed https://hooks.example.com',
      'apiKeys: removed key_demo',
    ])
    await expect(fixture.enter('key_demo', 'open_sesame_demo')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('has no rate limits if rateLimits is null, and the default for each limit that an object omits', async () => {
    const { apply } = open()
    expect((await apply({ rateLimits: null })).account.rateLimits).toEqual(NO_RATE_LIMITS)
    expect((await apply({})).account.rateLimits).toEqual(NO_RATE_LIMITS)
    expect((await apply({ rateLimits: { message: 7 } })).account.rateLimits).toEqual({
      ...CONTRACT_RATE_LIMITS,
      message: 7,
    })
  })
})

describe('credits', () => {
  test('are granted once, when the account is created', async () => {
    const { apply, unitOfWork } = open()
    const { account } = await apply({ credits: { sms: 100, mms: 5 } })
    await apply({ credits: { sms: 100, mms: 5 } })
    await apply({ credits: { sms: 999 } })
    const balance = await unitOfWork.run(({ credits }) => credits.balance(account.id))
    expect(balance).toEqual({ sms: 100, mms: 5, reserved: { sms: 0, mms: 0 } })
  })

  test('are zero if the declaration omits them', async () => {
    const { apply, unitOfWork } = open()
    const { account } = await apply({})
    expect(await unitOfWork.run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 0, mms: 0 })
  })
})
