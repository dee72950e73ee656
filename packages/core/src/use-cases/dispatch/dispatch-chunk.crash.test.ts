import { broadcastingFixture, NOW, scriptedProvider, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { CarrierDirectory } from '../../ports/carriers.js'
import { parseReference, type Receipt } from '../../model/messages/message.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { ReceiveReceipt } from '../messages/receive-receipt.js'

const LEASE_MS = 30_000
const NEVER = new Promise<SubmissionOutcome>(() => undefined)

/** A worker that died after the provider received all ten messages, or just before. */
async function crashed(given: BroadcastingGiven & { readonly taken: boolean }) {
  const adapters = inMemory({ now: NOW })
  const fixture = await broadcastingFixture(adapters, { members: 10, credits: 20, ...given })
  const { start, provider, worker } = fixture
  const { broadcast } = await start({ body: 'Hi {{contact_first_name}}' })
  provider.script.push(...Array.from({ length: 10 }, () => () => NEVER))
  void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await provider.untilSubmitted(10)
  if (!given.taken) provider.submitted.splice(0)
  const receiveReceipt = new ReceiveReceipt(adapters)
  const receive = (reference: string, given: Partial<Receipt>) => {
    const { account, id: message } = parseReference(reference)!
    return receiveReceipt.execute({ account, message, at: adapters.clock.now(), failure: null, ...given })
  }
  return { ...fixture, id: broadcast.id, receive }
}

describe('if a worker dies or stalls while a slice is being submitted,', () => {
  test('no other worker claims the slice before the lease expires', async () => {
    const { work, clock, read, id } = await crashed({ taken: true })
    clock.advance(LEASE_MS - 1)
    await work()
    expect((await read(id)).counts).toMatchObject({ queued: 10 })
    clock.advance(1)
    await work()
    expect((await read(id)).counts).toMatchObject({ queued: 0, sent: 10 })
  })

  test('with a provider that deduplicates, the same texts are submitted again under the same references', async () => {
    const { work, clock, provider, contacts, phones, id, read } = await crashed({ taken: true })
    await contacts({ phone: phones[0]!, firstName: 'Ann' })
    clock.advance(LEASE_MS)
    await work()
    const [before, again] = [provider.submitted.slice(0, 10), provider.submitted.slice(10)]
    expect(again).toEqual(before)
    expect((await read(id)).status).toBe('completed')
  })

  test('with a provider that can be queried, only the messages that it has never seen are sent', async () => {
    const provider = scriptedProvider({ deduplicates: false, canBeAsked: true })
    const { work, clock, read, id } = await crashed({ provider, taken: true })
    provider.found.push(...Array.from({ length: 9 }, (_, i) => ({ kind: 'accepted', providerId: `p${i}` }) as const))
    clock.advance(LEASE_MS)
    await work()
    expect((await read(id)).counts).toMatchObject({ queued: 1, sent: 9 })
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(11)
    expect((await read(id)).counts).toMatchObject({ queued: 0, sent: 10 })
  })

  test('no message is sent again if its receipt came, even if the provider says that it has never seen it', async () => {
    const provider = scriptedProvider({ deduplicates: false, canBeAsked: true })
    const { work, clock, read, id, receive } = await crashed({ provider, taken: true })
    await receive(provider.submitted[0]!.reference, { providerId: 'p0' })
    clock.advance(LEASE_MS)
    await work()
    expect((await read(id)).counts).toMatchObject({ queued: 9, sent: 1 })
    await receive(provider.submitted[1]!.reference, { providerId: 'p1' })
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(18)
    expect((await read(id)).counts).toMatchObject({ queued: 0, sent: 10, delivered: 2 })
  })

  test('with any other provider, no message is sent again, and all credits are released', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { work, clock, read, id, credits } = await crashed({ provider, taken: true })
    clock.advance(LEASE_MS)
    await work()
    expect(provider.submitted).toHaveLength(10)
    expect(await read(id)).toMatchObject({ status: 'failed', counts: { failed: 10 } })
    expect(await credits()).toEqual({ sms: 20, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('a new worker that stalls before the submission submits no slice: each message is retried separately', async () => {
    let stall = () => undefined as void
    const directory: CarrierDirectory = {
      lookUp: async (phones) => {
        stall()
        return phones.map(() => null)
      },
    }
    const fixture = await crashed({ taken: true, directory })
    const { clock, worker, provider, read, id, work } = fixture
    clock.advance(LEASE_MS)
    stall = () => clock.advance(5_001)
    await worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    expect(provider.submitted).toHaveLength(10)
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(20)
    expect((await read(id)).counts).toMatchObject({ queued: 0, sent: 10 })
  })

  test('the stalled worker changes nothing after another worker has settled the slice', async () => {
    const gates: ((outcome: SubmissionOutcome) => void)[] = []
    const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 20 })
    const { start, provider, worker, clock, work, read, credits } = fixture
    const { broadcast } = await start()
    provider.script.push(
      ...Array.from({ length: 10 }, () => () => new Promise<SubmissionOutcome>((open) => gates.push(open))),
    )
    const stalled = worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await provider.untilSubmitted(10)
    clock.advance(LEASE_MS)
    await work()
    const before = await read(broadcast.id)
    for (const open of gates) open({ kind: 'refused', type: 'carrier_rejected', message: 'No' })
    await stalled
    expect(await read(broadcast.id)).toEqual(before)
    expect(before.counts.sent).toBe(10)
    expect((await credits()).reserved.sms).toBe(0)
  })
})
