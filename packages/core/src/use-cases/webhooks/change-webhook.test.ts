import { NOW, after, aWebhookResponse, unacknowledgedCommits, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { EventType } from '../../model/events/event.js'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import { ChangeWebhook, type ChangeWebhookInput } from './change-webhook.js'

const FAILING = { failingSince: after(-60), isSlow: true } as const
const GONE = { at: after(-1), reason: 'gone' } as const

async function open(adapters = inMemory({ now: NOW }), given: Partial<WebhookEndpoint> = {}) {
  const fixture = await webhookFixture(adapters)
  const endpoint = await fixture.hook(given)
  const name = { accountName: fixture.account.name, id: endpoint.id }
  const change = (patch: Partial<ChangeWebhookInput>) => new ChangeWebhook(adapters).execute({ ...name, ...patch })
  return { ...fixture, endpoint, change }
}
const openWith = (given: Partial<WebhookEndpoint>) => open(inMemory({ now: NOW }), given)

describe('a change', () => {
  test('of the event types changes nothing else', async () => {
    const { change, endpoint, stored } = await openWith({ ...FAILING, disabled: GONE })
    const changed = await change({ events: ['message.sent', 'link.clicked', 'message.sent'] })
    expect(changed).toEqual({ ...endpoint, events: ['link.clicked', 'message.sent'] })
    expect(await stored(endpoint)).toEqual(changed)
  })

  test('without fields changes nothing', async () => {
    const { change, endpoint, stored } = await openWith(FAILING)
    expect(await change({})).toEqual(endpoint)
    expect(await change({ url: undefined, events: undefined, isEnabled: undefined })).toEqual(endpoint)
    expect(await stored(endpoint)).toEqual(endpoint)
  })

  test('of the URL resets the failures of the endpoint, but keeps it disabled', async () => {
    const { change, endpoint, stored } = await openWith({ ...FAILING, disabled: GONE })
    const url = 'https://new.example.com'
    const changed = await change({ url })
    expect(changed).toEqual({ ...endpoint, url, failingSince: null, isSlow: false })
    expect(await stored(endpoint)).toEqual(changed)
  })

  test('to the current URL changes nothing', async () => {
    const { change, endpoint } = await openWith(FAILING)
    expect(await change({ url: endpoint.url })).toEqual(endpoint)
  })

  test('is refused if another endpoint of the account has the URL, but not if another account has it', async () => {
    const { change, endpoint, hook, neighbour, stored } = await open()
    const other = await hook({ url: 'https://other.example.com' })
    const theirs = await hook({ account: (await neighbour()).id, url: 'https://theirs.example.com' })
    const taken = { code: 'webhook-endpoint-taken', details: { id: other.id } }
    await expect(change({ url: other.url, isEnabled: false })).rejects.toMatchObject(taken)
    expect(await stored(endpoint)).toEqual(endpoint)
    expect(await change({ url: theirs.url })).toMatchObject({ url: theirs.url })
  })

  test.each<[string, Partial<ChangeWebhookInput>]>([
    ['url', { url: 'hooks.example.com' }],
    ['url', { url: 'https://user:password@hooks.example.com' }],
    ['events', { events: [] }],
    ['events[0]', { events: ['webhook.test' as EventType] }],
  ])('with an invalid %s is refused: %j', async (field, patch) => {
    const { change, endpoint, stored } = await open()
    await expect(change(patch)).rejects.toMatchObject({ code: 'invalid-input', details: { fields: [{ field }] } })
    expect(await stored(endpoint)).toEqual(endpoint)
  })

  test.each(['', 'whk_', `whk_${'0'.repeat(26)}`, 'whk_\0'])('of an unknown endpoint is refused: %j', async (id) => {
    const { change, account } = await open()
    for (const patch of [{ url: 'https://new.example.com' }, { isEnabled: true }]) {
      await expect(change({ ...patch, id })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
      const elsewhere = change({ ...patch, accountName: `${account.name}?` })
      await expect(elsewhere).rejects.toMatchObject({ code: 'account-not-found' })
    }
  })

  test('of an endpoint of another account is refused', async () => {
    const { change, hook, neighbour } = await open()
    const { id } = await hook({ account: (await neighbour()).id })
    await expect(change({ id, isEnabled: false })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
  })
})

describe('disabling', () => {
  test('stores the time and the reason', async () => {
    const { change, stored, endpoint } = await openWith(FAILING)
    const changed = await change({ isEnabled: false })
    expect(changed).toEqual({ ...endpoint, disabled: { at: NOW, reason: 'operator' } })
    expect(await stored(endpoint)).toEqual(changed)
  })

  test('a disabled endpoint keeps the earlier reason', async () => {
    const { change, endpoint } = await openWith({ disabled: GONE })
    expect(await change({ isEnabled: false })).toEqual(endpoint)
  })
})

describe('enabling', () => {
  test('resets the failures of an endpoint', async () => {
    const { change, endpoint, stored } = await openWith({ ...FAILING, disabled: GONE })
    const enabled = { ...endpoint, disabled: null, failingSince: null, isSlow: false }
    expect(await change({ isEnabled: true })).toEqual(enabled)
    expect(await stored(endpoint)).toEqual(enabled)
  })

  test('an enabled endpoint changes nothing', async () => {
    const { change, endpoint } = await openWith(FAILING)
    expect(await change({ isEnabled: true })).toEqual(endpoint)
  })

  test('together with a new URL applies both', async () => {
    const { change, endpoint } = await openWith({ ...FAILING, disabled: GONE })
    const url = 'https://new.example.com'
    const changed = { ...endpoint, url, disabled: null, failingSince: null, isSlow: false }
    expect(await change({ url, isEnabled: true })).toEqual(changed)
  })

  test('schedules the job of the pending deliveries for when they are due', async () => {
    const { change, happen, relay, work, webhookSender, endpoint, nextAt, clock, claim } = await open()
    webhookSender.nextAnswers.push(aWebhookResponse(500), aWebhookResponse(410))
    await happen()
    await relay()
    await work()
    const next = (await nextAt(endpoint))!
    await change({ isEnabled: false })
    await work()
    await change({ isEnabled: true })
    expect(await claim()).toEqual([])
    clock.set(next)
    expect(await claim()).toMatchObject([{ runAt: next, payload: { endpoint: endpoint.id } }])
  })

  test('delivers what became due while the endpoint was disabled, but not events that happened then', async () => {
    const { change, happen, relay, work, webhookSender, clock } = await open()
    const [before] = await happen()
    await relay()
    await change({ isEnabled: false })
    await work()
    await happen()
    await relay()
    clock.advance(3_600_000)
    await work()
    expect(webhookSender.posts).toEqual([])
    await change({ isEnabled: true })
    await work()
    expect(webhookSender.posts.map(({ id }) => id)).toEqual([before!.id])
  })

  test('creates no job without pending deliveries', async () => {
    const { change, claim, clock } = await openWith({ disabled: GONE })
    await change({ isEnabled: true })
    clock.advance(10 ** 9)
    expect(await claim()).toEqual([])
  })

  test('schedules the job even if its commit is not acknowledged', async () => {
    const adapters = inMemory({ now: NOW })
    const unacknowledged = unacknowledgedCommits(adapters.unitOfWork)
    const { change, happen, relay, work, endpoint, webhookSender, stored } = await open({
      ...adapters,
      unitOfWork: unacknowledged,
    })
    await happen()
    await relay()
    await change({ isEnabled: false })
    await work()
    unacknowledged.loseReplies()
    await change({ isEnabled: true })
    const { worker } = await webhookFixture(inMemory())
    await worker(adapters).work()
    expect(webhookSender.posts).toHaveLength(1)
    expect(await stored(endpoint)).toMatchObject({ disabled: null })
  })
})
