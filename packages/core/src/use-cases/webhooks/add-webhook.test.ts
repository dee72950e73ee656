import { NOW, WEBHOOK_SECRET, aWebhookEndpoint, unacknowledgedCommits, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { EventType } from '../../model/events/event.js'
import { AddWebhook, type AddWebhookInput } from './add-webhook.js'
import { ListWebhooks, ReadWebhook } from './read-webhook.js'

const URL = 'https://hooks.example.com/carillon'

async function open(adapters = inMemory({ now: NOW })) {
  const fixture = await webhookFixture(adapters)
  const { account, unitOfWork } = fixture
  const input = { accountName: account.name, url: URL, events: ['message.sent'] } as const
  return {
    ...fixture,
    add: (given: Partial<AddWebhookInput> = {}) => new AddWebhook(adapters).execute({ ...input, ...given }),
    list: (accountName = account.name) => new ListWebhooks({ unitOfWork }).execute({ accountName }),
    read: (id: string, accountName = account.name) => new ReadWebhook({ unitOfWork }).execute({ accountName, id }),
  }
}

describe('a new webhook endpoint', () => {
  test('subscribes to the given types, without duplicates, and has not failed', async () => {
    const { add, list, read, account } = await open()
    const { endpoint } = await add({ events: ['message.sent', 'link.clicked', 'message.sent'] })
    expect(endpoint).toMatchObject({
      account: account.id,
      url: URL,
      events: ['link.clicked', 'message.sent'],
      previousSecret: null,
      failingSince: null,
      isSlow: false,
      disabled: null,
      createdAt: NOW,
    })
    expect(await list()).toEqual([endpoint])
    expect(await read(endpoint.id)).toEqual(endpoint)
  })

  test('returns its secret once, generated or given, and stores it sealed', async () => {
    const { add, read, secrets } = await open()
    const madeUp = await add()
    const given = await add({ url: `${URL}/2`, secret: WEBHOOK_SECRET })
    expect(madeUp.secret).toMatch(/^whsec_/)
    expect(given.secret).toBe(WEBHOOK_SECRET)
    for (const { endpoint, secret } of [madeUp, given]) {
      expect(secrets.unseal((await read(endpoint.id)).sealedSecret)).toBe(secret)
      expect(JSON.stringify(endpoint)).not.toContain(secret)
    }
  })

  test('is created once, with the returned secret, if its commit is not acknowledged', async () => {
    const adapters = inMemory({ now: NOW })
    const unacknowledged = unacknowledgedCommits(adapters.unitOfWork)
    const { add, list, secrets } = await open({ ...adapters, unitOfWork: unacknowledged })
    unacknowledged.loseReplies()
    const { endpoint, secret } = await add()
    expect(await list()).toEqual([endpoint])
    expect(secrets.unseal(endpoint.sealedSecret)).toBe(secret)
  })

  test('is listed after the earlier ones, and only in its own account', async () => {
    const { add, list, read, neighbour, clock } = await open()
    await neighbour({ name: 'Other' })
    const first = await add()
    clock.advance(1)
    const second = await add({ url: `${URL}/2` })
    const theirs = await add({ accountName: 'Other' })
    expect(await list()).toEqual([first.endpoint, second.endpoint])
    expect(await list('Other')).toEqual([theirs.endpoint])
    await expect(read(first.endpoint.id, 'Other')).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
  })
})

describe('no webhook endpoint is added', () => {
  test('with the URL of another endpoint of the account', async () => {
    const { add, list } = await open()
    const { endpoint } = await add()
    const taken = { code: 'webhook-endpoint-taken', details: { id: endpoint.id } }
    await expect(add({ secret: WEBHOOK_SECRET })).rejects.toMatchObject(taken)
    expect(await list()).toEqual([endpoint])
  })

  test('if another one with its URL is added concurrently', async () => {
    const { add, list } = await open()
    const results = await Promise.allSettled([add(), add(), add()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await list()).toHaveLength(1)
  })

  test('beyond 100 per account', async () => {
    const { add, list, run, account, neighbour } = await open()
    await neighbour({ name: 'Other' })
    const there = Array.from({ length: 99 }, (_, n) => aWebhookEndpoint({ account: account.id, url: `${URL}/${n}` }))
    await run(async ({ webhookEndpoints }) => {
      for (const endpoint of there) await webhookEndpoints.put(endpoint)
    })
    await add()
    await expect(add({ url: `${URL}/new` })).rejects.toMatchObject({ code: 'too-many-webhook-endpoints' })
    expect(await list()).toHaveLength(100)
    await add({ accountName: 'Other' })
  })

  test.each<[string, Partial<AddWebhookInput>]>([
    ['url', { url: undefined as never }],
    ['url', { url: 'ftp://hooks.example.com' }],
    ['url', { url: '' }],
    ['url', { url: 'https://user:password@hooks.example.com' }],
    ['url', { url: `${URL}\0` }],
    ['url', { url: `${URL}/${'x'.repeat(2_048)}` }],
    ['events', { events: undefined as never }],
    ['events', { events: [] }],
    ['events', { events: Array<EventType>(101).fill('message.sent') }],
    ['events[1]', { events: ['message.sent', 'webhook.test' as EventType] }],
    ['secret', { secret: 'whsec_short' }],
    ['secret', { secret: '' }],
  ])('with an invalid %s: %j', async (field, given) => {
    const { add, list } = await open()
    await expect(add(given)).rejects.toMatchObject({ code: 'invalid-input', details: { fields: [{ field }] } })
    expect(await list()).toEqual([])
  })

  test('to an unknown account', async () => {
    const { add, list } = await open()
    for (const accountName of ['Nobody', 'No\0body']) {
      await expect(add({ accountName })).rejects.toMatchObject({ code: 'account-not-found' })
      await expect(list(accountName)).rejects.toMatchObject({ code: 'account-not-found' })
    }
  })
})
