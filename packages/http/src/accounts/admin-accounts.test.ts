import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, applyAcme, authorized, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
})

const WHOLE = {
  name: 'Acme',
  timezone: 'america/new_york',
  capabilities: { silentOptIn: true },
  credits: { sms: 100_000, mms: 1_000 },
  dailyMessageQuota: null,
  rateLimits: { message: 60, broadcast: null },
  compliance: { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: 'Call us' },
  optInForm: { open: true, consentText: 'I agree', privacyUrl: null, termsUrl: 'https://acme.com/terms' },
  retention: { messages: 365, events: null, clicks: 180 },
  apiKeys: [{ id: 'key_demo' }, KEY],
  numbers: [
    { number: '+12025550100', status: 'active', mms: true, messagesPerSecond: null, carrier: null },
    { number: '12345' },
  ],
  groups: [
    {
      name: 'VIP',
      default: true,
      optInType: 'SINGLE',
      optInMessage: 'Hi',
      confirmMessage: null,
      sender: '+12025550100',
      tags: ['vip'],
    },
  ],
  customFields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'], status: 'active' },
  ],
  trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://shop.example.com/sale' }],
  webhooks: [{ url: 'https://example.com/hook', events: ['contacts.group.opted_in'] }],
}

describe('apply', () => {
  test('creates the account, and returns its state', async () => {
    const { status, body } = await admin('POST', '/apply', { body: { account: WHOLE } })
    expect(status).toBe(200)
    expect(body).toEqual({
      account: { id: expect.stringMatching(/^acc_/), name: 'Acme' },
      apiKeys: [{ id: 'key_demo', secret: expect.any(String) }, { id: KEY.id }],
      numbers: [
        { number: '+12025550100', status: 'active', mms: true, messagesPerSecond: null, carrier: null },
        { number: '12345', status: 'active', mms: true, messagesPerSecond: null, carrier: null },
      ],
      pools: [],
      groups: [{ id: expect.stringMatching(/^grp_/), name: 'VIP' }],
      customFields: [
        {
          key: 'contact_custom_field_1',
          label: 'Plan',
          type: 'SINGLE_SELECT',
          options: ['Free', 'Pro'],
          status: 'active',
        },
      ],
      trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://shop.example.com/sale' }],
      webhooks: [
        {
          id: expect.stringMatching(/^whk_/),
          url: 'https://example.com/hook',
          secret: expect.stringMatching(/^whsec_/),
        },
      ],
      changes: expect.arrayContaining(['account: created Acme', 'groups: created VIP']),
    })
    const [made] = body.apiKeys
    expect((await fixture.call('GET', '/api/v1/groups', { headers: authorized(made) })).status).toBe(200)
    expect((await admin('GET', '/accounts')).body.results).toEqual([
      {
        id: body.account.id,
        name: 'Acme',
        timezone: 'America/New_York',
        capabilities: { silentOptIn: true },
        dailyMessageQuota: null,
        rateLimits: expect.objectContaining({ message: 60, broadcast: null, batch: 10, contactApiRead: 150 }),
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ])
  })

  test('is idempotent: a repeat changes nothing and returns no secret', async () => {
    const first = await admin('POST', '/apply', { body: { account: WHOLE } })
    const { body } = await admin('POST', '/apply', { body: { account: WHOLE } })
    expect(body.changes).toEqual([])
    expect(body.apiKeys).toEqual([{ id: 'key_demo' }, { id: KEY.id }])
    expect(body.webhooks).toEqual([{ id: first.body.webhooks[0].id, url: 'https://example.com/hook' }])
    expect(body.groups).toEqual(first.body.groups)
    const { body: balance } = await admin('POST', '/accounts/Acme/credits', { body: { sms: 1 } })
    expect(balance).toEqual({ sms: 100_001, mms: 1_000, reserved: { sms: 0, mms: 0 } })
  })

  test('with dryRun returns only what would change, and changes nothing', async () => {
    const planned = await admin('POST', '/apply?dryRun=true', { body: { account: WHOLE } })
    expect([planned.status, planned.body]).toEqual([
      200,
      { account: { id: null, name: 'Acme' }, changes: expect.arrayContaining(['apiKeys: created key_demo']) },
    ])
    expect((await admin('GET', '/accounts')).body.results).toEqual([])
    const { body } = await admin('POST', '/apply?dryRun=false', { body: { account: WHOLE } })
    expect(body.changes).toEqual(planned.body.changes)
    const again = await admin('POST', '/apply?dryRun=true&prune=true', { body: { account: { name: 'Acme' } } })
    expect(again.body).toEqual({ account: body.account, changes: expect.arrayContaining(['groups: removed VIP']) })
    expect((await admin('POST', '/apply', { body: { account: WHOLE } })).body.changes).toEqual([])
    expect((await admin('POST', '/apply?dryRun=yes', { body: { account: WHOLE } })).body.code).toBe(33400)
  })

  test('keeps omitted objects, unless prune is true', async () => {
    await applyAcme(fixture)
    const body = { account: { name: 'Acme', groups: [{ name: 'VIP' }] } }
    expect((await admin('POST', '/apply', { body })).body.groups).toHaveLength(3)
    expect((await admin('POST', '/apply?prune=false', { body })).body.groups).toHaveLength(3)
    const pruned = await admin('POST', '/apply?prune=true', { body })
    expect(pruned.body).toMatchObject({ groups: [{ name: 'VIP' }], apiKeys: [], customFields: [] })
    for (const query of ['prune=yes', 'prune=1', 'prune=true&prune=true']) {
      expect((await admin('POST', `/apply?${query}`, { body })).body.code).toBe(33400)
    }
  })
})

test('an account is addressed by its name, which may contain any characters', async () => {
  const name = 'Café "A/B" & 100%'
  await admin('POST', '/apply', { body: { account: { ...ACME, name } } })
  expect((await admin('POST', `/accounts/${encodeURIComponent(name)}/keys`)).status).toBe(201)
  for (const other of ['Nobody', 'acme', '%00', '%zz', '__proto__']) {
    for (const [method, path] of [
      ['POST', 'keys'],
      ['DELETE', 'keys/x'],
      ['GET', 'contacts/export'],
    ] as const) {
      expect(await admin(method, `/accounts/${other}/${path}`)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
    expect((await admin('POST', `/accounts/${other}/credits`, { body: { sms: 1 } })).body.code).toBe(33404)
  }
})
