import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { documentedRoutes } from '../testing/openapi-document.js'
import { openTestApi, type TestApi } from '../testing/test-api.js'

let admin: TestApi['admin']

beforeEach(async () => {
  ;({ admin } = await openTestApi(inMemory()))
})

describe('apply', () => {
  test('reports every fault with its path, and changes nothing', async () => {
    const account = {
      name: ' Acme',
      colour: 'red',
      timezone: 'EST',
      capabilities: { silentOptIn: 'yes', more: 1 },
      credits: { sms: -1, mms: 1.5 },
      dailyMessageQuota: '5',
      rateLimits: { message: 0, broadcast: 10_001, other: 1 },
      compliance: { blockedPhrases: [5], blockPublicShorteners: null, helpText: 'x'.repeat(641) },
      optInForm: { open: 'yes', consentText: '', privacyUrl: 'nowhere', termsUrl: 5, text: 'x' },
      retention: { messages: '365', events: 6, clicks: 7.5, ledger: 1 },
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
        'account.compliance.blockedPhrases[0]',
        'account.compliance.blockPublicShorteners',
        'account.compliance.helpText',
        'account.optInForm.open',
        'account.optInForm.consentText',
        'account.optInForm.privacyUrl',
        'account.optInForm.termsUrl',
        'account.optInForm.text',
        'account.retention.messages',
        'account.retention.events',
        'account.retention.clicks',
        'account.retention.ledger',
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
        'account.groups[1].tags[0]',
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
        'account.webhooks[1].events[0]',
      ].sort(),
    )
    expect((await admin('GET', '/accounts')).body.results).toEqual([])
  })

  test('does not change settings that an object omits', async () => {
    const adapters = inMemory()
    const { admin } = await openTestApi(adapters)
    const apply = (account: object) => admin('POST', '/apply', { body: { account: { name: 'Acme', ...account } } })
    const form = { consentText: 'I agree', privacyUrl: 'https://acme.com/p', termsUrl: null }
    await apply({ optInForm: { open: false, ...form }, retention: { messages: 365, clicks: 180 } })
    const partly = { optInForm: { open: true }, retention: { clicks: null }, compliance: { helpText: 'Hi' } }
    expect((await apply(partly)).body.changes).toEqual(['account: changed Acme'])
    expect((await apply(partly)).body.changes).toEqual([])
    const account = await adapters.unitOfWork.run(({ accounts }) => accounts.findByName('Acme'))
    expect(account).toMatchObject({
      optInForm: { isOpen: true, ...form },
      retention: { messages: 365, events: 90, clicks: null },
      compliance: { blockedPhrases: [], blockPublicShorteners: true, helpText: 'Hi' },
    })
  })

  test('reports missing values and values of the wrong type', async () => {
    const faultOf = async (body: unknown) => (await admin('POST', '/apply', { body })).body.message
    expect(await faultOf({})).toBe('account is missing: it must be an object')
    expect(await faultOf({ account: [] })).toBe('account must be an object, got array')
    expect(await faultOf({ account: { name: 'A', retention: null } })).toBe(
      'account.retention must be an object, got null',
    )
    expect(await faultOf({ account: { name: 'A', groups: null } })).toBe('account.groups must be an array, got null')
    expect(await faultOf({ account: { name: 'A', refuseLandlines: 'yes' } })).toBe(
      'account.refuseLandlines must be true or false, got string',
    )
    expect(await faultOf({ account: { name: 'A', groups: [null] } })).toBe(
      'account.groups[0] must be an object, got null',
    )
    expect(await faultOf({ account: { name: 'A', apiKeys: [{}] } })).toBe(
      'account.apiKeys[0].id is missing: it must be a string',
    )
  })

  test.each(['https://example.com:99999', 'https://256.1.1.1', 'https://\u00ad', 'https://user:password@example.com'])(
    'refuses a webhook URL with an invalid host or with a user name: %s',
    async (url) => {
      const account = { name: 'Acme', webhooks: [{ url, events: ['message.sent'] }] }
      const { status, body } = await admin('POST', '/apply', { body: { account } })
      expect([status, body.details.fields[0].field]).toEqual([400, 'account.webhooks[0].url'])
    },
  )

  test('refuses a tracking link on a path of the service, with the reason', async () => {
    // The root route is left out: a link cannot be there, because it needs a path.
    const own = documentedRoutes().flatMap((route) => route.split('/')[1] || [])
    for (const path of new Set([...own, 'api/x', 'sim/sale', 'provider/sale'])) {
      const trackingLinks = [{ link: `go.acme.com/${path}`, target: 'https://shop.example.com' }]
      const { status, body } = await admin('POST', '/apply', { body: { account: { name: 'Acme', trackingLinks } } })
      const message = `must not have a path that begins with admin, api, dashboard, docs, healthz, metrics, openapi.json, openapi.yaml, opt-in, provider, readyz, sim: the service uses these paths`
      expect([status, body.details.fields]).toEqual([400, [{ field: 'account.trackingLinks[0].link', message }]])
    }
    const links = ['go.acme.com/apis', 'go.acme.com/sale/api', 'api.acme.com/x']
    const trackingLinks = links.map((link) => ({ link, target: 'https://shop.example.com' }))
    const { status } = await admin('POST', '/apply', { body: { account: { name: 'Acme', trackingLinks } } })
    expect(status).toBe(200)
  })

  test.each(['https://x.com/\r\nSet-Cookie: a=b', 'https://x.com/\n', 'https://x.com/\ta', 'https://u\r\n@x.com/'])(
    'refuses a target with control characters, which could inject a header: %j',
    async (target) => {
      const account = { name: 'Acme', trackingLinks: [{ link: 'go.acme.com/sale', target }] }
      const { status, body } = await admin('POST', '/apply', { body: { account } })
      expect([status, body.details.fields[0].field]).toEqual([400, 'account.trackingLinks[0].target'])
    },
  )

  test('reports faults of single fields together with faults between fields', async () => {
    const groups = [{ name: 'A', tags: 'vip' }, { name: 'A' }, { name: 5 }]
    const { body } = await admin('POST', '/apply', { body: { account: { name: 'Acme', groups } } })
    expect(body.details.fields).toEqual([
      { field: 'account.groups[0].tags', message: 'must be an array, got string' },
      { field: 'account.groups[2].name', message: 'must be a string, got number' },
      { field: 'account.groups[1].name', message: 'is the same as in groups[0]' },
    ])
  })

  test('also checks rules that concern several objects', async () => {
    const groups = [{ name: 'A', default: true }, { name: 'A' }, { name: 'B', default: true, sender: '+12025550199' }]
    const { body } = await admin('POST', '/apply', { body: { account: { name: 'Acme', groups } } })
    expect(body.details.fields.map(({ field }: { field: string }) => field)).toEqual([
      'account.groups[1].name',
      'account.groups[2].default',
    ])
  })
})
