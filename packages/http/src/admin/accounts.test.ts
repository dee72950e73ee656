import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, applyAcme, authorized, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

let house: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  house = await openTestApi(inMemory())
  admin = house.admin
})

const WHOLE = {
  name: 'Acme',
  timezone: 'america/new_york',
  capabilities: { silentOptIn: true },
  credits: { sms: 100_000, mms: 1_000 },
  dailyMessageQuota: null,
  rateLimits: { message: 60, broadcast: null },
  compliance: { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: 'Call us' },
  apiKeys: [{ id: 'key_demo' }, KEY],
  numbers: [{ number: '+12025550100', status: 'active', mms: true, messagesPerSecond: null }, { number: '12345' }],
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
  test('makes the account, and answers its state', async () => {
    const { status, body } = await admin('POST', '/apply', { body: { account: WHOLE } })
    expect(status).toBe(200)
    expect(body).toEqual({
      account: { id: expect.stringMatching(/^acc_/), name: 'Acme' },
      apiKeys: [{ id: 'key_demo', secret: expect.any(String) }, { id: KEY.id }],
      numbers: [
        { number: '+12025550100', status: 'active', mms: true, messagesPerSecond: null },
        { number: '12345', status: 'active', mms: true, messagesPerSecond: null },
      ],
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
      webhooks: [{ id: expect.stringMatching(/^whk_/), url: 'https://example.com/hook' }],
      changes: expect.arrayContaining(['account: created Acme', 'groups: created VIP']),
    })
    const [made] = body.apiKeys
    expect((await house.call('GET', '/api/v1/groups', { headers: authorized(made) })).status).toBe(200)
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

  test('is idempotent: a second time changes nothing and tells no secret', async () => {
    const first = await admin('POST', '/apply', { body: { account: WHOLE } })
    const { body } = await admin('POST', '/apply', { body: { account: WHOLE } })
    expect(body.changes).toEqual([])
    expect(body.apiKeys).toEqual([{ id: 'key_demo' }, { id: KEY.id }])
    expect(body.groups).toEqual(first.body.groups)
    const { body: balance } = await admin('POST', '/accounts/Acme/credits', { body: { sms: 1 } })
    expect(balance).toEqual({ sms: 100_001, mms: 1_000, reserved: { sms: 0, mms: 0 } })
  })

  test('what is left out stays, unless prune is true', async () => {
    await applyAcme(house)
    const body = { account: { name: 'Acme', groups: [{ name: 'VIP' }] } }
    expect((await admin('POST', '/apply', { body })).body.groups).toHaveLength(3)
    expect((await admin('POST', '/apply?prune=false', { body })).body.groups).toHaveLength(3)
    const pruned = await admin('POST', '/apply?prune=true', { body })
    expect(pruned.body).toMatchObject({ groups: [{ name: 'VIP' }], apiKeys: [], customFields: [] })
    for (const query of ['prune=yes', 'prune=1', 'prune=true&prune=true']) {
      expect((await admin('POST', `/apply?${query}`, { body })).body.code).toBe(33400)
    }
  })

  test('every fault is told by its path, and nothing is done', async () => {
    const account = {
      name: ' Acme',
      colour: 'red',
      timezone: 'EST',
      capabilities: { silentOptIn: 'yes', more: 1 },
      credits: { sms: -1, mms: 1.5 },
      dailyMessageQuota: '5',
      rateLimits: { message: 0, broadcast: 10_001, other: 1 },
      compliance: { blockedPhrases: [5], blockPublicShorteners: null, helpText: 'x'.repeat(641) },
      apiKeys: [{ id: 'a:b' }, { id: 'ok', secret: 'short' }, 'key'],
      numbers: [{ number: '+1' }, { number: '1234' }, { status: 'on', mms: 1, messagesPerSecond: 0 }],
      groups: [
        {},
        { name: 'x'.repeat(101), optInType: 'TRIPLE', optInMessage: 'x'.repeat(641), sender: 'me', tags: [''] },
      ],
      customFields: [{ key: 'contact_custom_field_8', label: '', type: 'text', options: 'a', status: 'on' }],
      trackingLinks: [{ link: 'https://go.acme.com/sale', target: 'ftp://x' }],
      webhooks: [
        { url: 'nowhere', events: [], secret: 'x' },
        { url: 'https://x.com', events: ['nothing'] },
      ],
    }
    const { status, body } = await admin('POST', '/apply', { body: { account, extra: 1 } })
    expect([status, body.code]).toEqual([400, 33400])
    const fields = body.details.fields.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual(
      [
        'extra',
        'account.name',
        'account.colour',
        'account.timezone',
        'account.capabilities.silentOptIn',
        'account.capabilities.more',
        'account.credits.sms',
        'account.credits.mms',
        'account.dailyMessageQuota',
        'account.rateLimits.message',
        'account.rateLimits.broadcast',
        'account.rateLimits.other',
        'account.compliance.blockedPhrases',
        'account.compliance.blockPublicShorteners',
        'account.compliance.helpText',
        'account.apiKeys[0].id',
        'account.apiKeys[1].secret',
        'account.apiKeys[2]',
        'account.numbers[0].number',
        'account.numbers[1].number',
        'account.numbers[2].number',
        'account.numbers[2].status',
        'account.numbers[2].mms',
        'account.numbers[2].messagesPerSecond',
        'account.groups[0].name',
        'account.groups[1].name',
        'account.groups[1].optInType',
        'account.groups[1].optInMessage',
        'account.groups[1].sender',
        'account.groups[1].tags',
        'account.customFields[0].key',
        'account.customFields[0].label',
        'account.customFields[0].type',
        'account.customFields[0].options',
        'account.customFields[0].status',
        'account.trackingLinks[0].link',
        'account.trackingLinks[0].target',
        'account.webhooks[0].url',
        'account.webhooks[0].events',
        'account.webhooks[0].secret',
        'account.webhooks[1].events',
      ].sort(),
    )
    expect((await admin('GET', '/accounts')).body.results).toEqual([])
  })

  test('what is missing or of another kind is told', async () => {
    const faultOf = async (body: unknown) => (await admin('POST', '/apply', { body })).body.message
    expect(await faultOf({})).toBe('account is missing: it must be an object')
    expect(await faultOf({ account: [] })).toBe('account must be an object, got array')
    expect(await faultOf({ account: { name: 'A', groups: null } })).toBe('account.groups must be an array, got null')
    expect(await faultOf({ account: { name: 'A', groups: [null] } })).toBe(
      'account.groups[0] must be an object, got null',
    )
    expect(await faultOf({ account: { name: 'A', apiKeys: [{}] } })).toBe(
      'account.apiKeys[0].id is missing: it must be a string',
    )
  })

  test('the rules of the whole are checked too', async () => {
    const groups = [{ name: 'A', default: true }, { name: 'A' }, { name: 'B', default: true, sender: '+12025550199' }]
    const { body } = await admin('POST', '/apply', { body: { account: { name: 'Acme', groups } } })
    expect(body.details.fields.map(({ field }: { field: string }) => field)).toEqual([
      'account.groups[1].name',
      'account.groups[2].default',
    ])
  })
})

describe('keys', () => {
  test('are made with an id of choice or without, and told once', async () => {
    await applyAcme(house)
    const named = await admin('POST', '/accounts/Acme/keys', { body: { id: 'key_shop' } })
    expect([named.status, named.body]).toEqual([201, { id: 'key_shop', secret: expect.any(String) }])
    const made = await admin('POST', '/accounts/Acme/keys')
    expect(made.body.id).toMatch(/^key_/)
    for (const { body } of [named, made]) {
      expect((await house.call('GET', '/api/v1/groups', { headers: authorized(body) })).status).toBe(200)
    }
    expect((await admin('POST', '/accounts/Acme/keys', { body: { id: 'key_shop' } })).body.code).toBe(33409)
    expect((await admin('POST', '/accounts/Acme/keys', { body: { id: 'a:b' } })).body.code).toBe(33400)
  })

  test('are revoked', async () => {
    await applyAcme(house)
    expect((await admin('DELETE', `/accounts/Acme/keys/${KEY.id}`)).status).toBe(204)
    for (const id of [KEY.id, 'key%00', 'a:b', '%zz']) {
      expect(await admin('DELETE', `/accounts/Acme/keys/${id}`)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  })
})

describe('credits', () => {
  test('are granted on top', async () => {
    await applyAcme(house, { credits: { sms: 5 } })
    expect((await admin('POST', '/accounts/Acme/credits', { body: { sms: 2, mms: 3 } })).body).toEqual({
      sms: 7,
      mms: 3,
      reserved: { sms: 0, mms: 0 },
    })
    for (const body of [
      {},
      { sms: 0 },
      { sms: -1 },
      { sms: 1.5 },
      { sms: 1e10 },
      { sms: '5' },
      { gold: 1 },
      { sms: null },
    ]) {
      expect((await admin('POST', '/accounts/Acme/credits', { body })).body.code).toBe(33400)
    }
  })
})

test('an account is addressed by its name, whatever characters that has', async () => {
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
