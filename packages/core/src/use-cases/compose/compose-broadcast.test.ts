import { after, broadcastingFixture, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Once } from '../idempotency/once.js'
import { ComposeBroadcast, type ComposeBroadcastInput } from './compose-broadcast.js'

async function open() {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3, credits: 6 })
  const useCase = new ComposeBroadcast({ ...fixture, once: new Once(fixture) })
  const input: ComposeBroadcastInput = {
    account: fixture.account,
    audience: { kind: 'numbers', numbers: [0, 1, 2].map(memberNumber) },
    from: fixture.from,
    body: 'Hello',
    mediaUrl: null,
    idempotencyKey: 'once',
    holdSeconds: 10,
  }
  return { ...fixture, compose: (one: Partial<ComposeBroadcastInput> = {}) => useCase.execute({ ...input, ...one }) }
}

test('nothing is submitted during the hold, even if the broadcast is paused and resumed', async () => {
  const { compose, pause, resume, work, clock, provider } = await open()
  const { broadcast } = await compose()
  expect(broadcast.heldUntil).toBe(after(10).toISOString())
  await pause(broadcast.id)
  await resume(broadcast.id)
  clock.advance(9_999)
  await work()
  expect(provider.submitted).toEqual([])
  clock.advance(1)
  await work()
  expect(provider.submitted).toHaveLength(3)
})

test('canceling after the hold says how many messages had left', async () => {
  const { compose, cancel, clock, provider, work, credits } = await open()
  provider.script.push(
    { kind: 'accepted', providerId: 'p-1' },
    { kind: 'try-later', afterMs: null },
    { kind: 'try-later', afterMs: null },
  )
  const { broadcast } = await compose()
  clock.advance(10_000)
  await work()
  expect(await cancel(broadcast.id)).toMatchObject({
    inFlight: 0,
    broadcast: { status: 'canceled', totalRecipients: 3, counts: { queued: 0, sent: 1, failed: 0 } },
  })
  expect(await credits()).toEqual({ sms: 4, mms: 0, reserved: { sms: 0, mms: 0 } })
})

test('a hold of no length sends at once', async () => {
  const { compose, work, provider } = await open()
  await compose({ holdSeconds: 0 })
  await work()
  expect(provider.submitted).toHaveLength(3)
})

test('a repeat sends once; the key of a message that was sent is refused for other words or recipients', async () => {
  const { compose, work, clock, provider } = await open()
  const [first, repeated] = await Promise.all([compose(), compose()])
  expect(repeated.broadcast).toEqual(first.broadcast)
  expect(await compose()).toEqual({ broadcast: first.broadcast, replayed: true })
  for (const other of [
    { body: 'Hello again' },
    { audience: { kind: 'numbers', numbers: [memberNumber(0)] } as const },
    { mediaUrl: 'https://media.example.com/a.png' },
    { expiresAt: after(3_600) },
  ]) {
    await expect(compose(other)).rejects.toMatchObject({
      code: 'key-used-differently',
      message: expect.stringContaining(first.broadcast.id),
    })
  }
  clock.advance(10_000)
  await work()
  expect(provider.submitted).toHaveLength(3)
})

test('a client of the API that repeats the key of a composed message gets its response, whatever the content', async () => {
  const { compose, start } = await open()
  const { broadcast } = await compose()
  expect(await start({ idempotencyKey: 'once', body: 'Other' })).toEqual({ broadcast, replayed: true })
  await expect(compose({ body: 'Other' })).rejects.toMatchObject({ code: 'key-used-differently' })
})

test('recipients who are still queued at the expiry fail, which is counted from the end of the hold', async () => {
  const { compose, work, clock, provider, read } = await open()
  await expect(compose({ expiresAt: after(69) })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('expiresAt must be at least 1 minute after the start'),
  })
  const { broadcast } = await compose({ expiresAt: after(70) })
  expect(broadcast.expiresAt).toBe(after(70).toISOString())
  clock.advance(70_000)
  await work()
  expect(provider.submitted).toEqual([])
  expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 3 } })
})
