import {
  BOB,
  NOW,
  aBroadcast,
  aChunk,
  broadcastingFixture,
  eraserOf,
  memberNumber,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { ERASED } from '../../values/phone/phone-number.js'

const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'invalid_destination', message: 'No such number' }
const STOPPED = { status: 'failed', errorType: 'erased', to: ERASED }
const ONE = memberNumber(4)

describe('an erased recipient of a broadcast', () => {
  const open = async (given?: BroadcastingGiven) => {
    const adapters = inMemory({ now: NOW })
    const fixture = await broadcastingFixture(adapters, { members: 10, credits: 100, ...given })
    const erase = (whileWaiting?: () => void) =>
      eraserOf({ ...adapters, ...fixture }, whileWaiting)(fixture.account.name, ONE)
    return { ...fixture, erase }
  }
  const SPENT = { sms: 100 - 9 * 2, mms: 0, reserved: { sms: 0, mms: 0 } }

  test('that has not been tried gets no message, fails as erased, and its credits are released', async () => {
    const { start, erase, work, read, messages, provider, credits, failures } = await open()
    const { broadcast } = await start({ body: 'Hi {{contact_first_name}} at {{contact_phone_number}}' })
    expect(await erase()).toMatchObject({ contact: false, recipients: 1, messages: 0 })
    await work()
    expect(provider.submitted.map(({ to }) => to)).not.toContain(ONE)
    expect(provider.submitted).toHaveLength(9)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: 9, failed: 1 } })
    expect((await messages(broadcast.id)).results[4]).toMatchObject(STOPPED)
    expect([await credits(), failures]).toEqual([SPENT, []])
  })

  test('whose message the provider throttled is not retried', async () => {
    const { start, erase, work, read, messages, provider, credits, clock } = await open()
    provider.script.push(...Array<SubmissionOutcome>(10).fill(LATER))
    const { broadcast } = await start()
    await work()
    expect(await erase()).toMatchObject({ recipients: 1, messages: 0 })
    clock.advance(60_000)
    await work()
    expect(provider.submitted.slice(10).map(({ to }) => to)).not.toContain(ONE)
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 0, sent: 9, failed: 1 })
    expect((await messages(broadcast.id)).results[4]).toMatchObject(STOPPED)
    expect(await credits()).toEqual(SPENT)
  })

  test('whose message is in flight delays the erasure, and the message is erased once it is settled', async () => {
    const { start, erase, work, read, messages, provider, credits } = await open()
    let respond = () => {}
    provider.script.push(
      () => new Promise((resolve) => (respond = () => resolve({ kind: 'accepted', providerId: 'one' }))),
    )
    const { broadcast } = await start()
    const working = work()
    await provider.untilSubmitted(10)
    expect(await erase(() => respond())).toMatchObject({ recipients: 1, messages: 1 })
    await working
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 10, failed: 0 })
    expect((await messages(broadcast.id)).results[4]).toMatchObject({ status: 'sent', to: ERASED, body: '' })
    expect((await credits()).sms).toBe(80)
  })

  test('is omitted from a retry of the failed recipients, even if a second recipient was erased too', async () => {
    const { start, erase, work, read, retry, provider, account, ...deps } = await open()
    provider.script.push(...Array<SubmissionOutcome>(10).fill(REFUSED))
    const { broadcast } = await start()
    await work()
    await erase()
    await eraserOf(deps)(account.name, memberNumber(5))
    const again = await retry(broadcast.id)
    expect(again.broadcast.totalRecipients).toBe(8)
    await work()
    expect((await read(again.broadcast.id)).counts).toMatchObject({ sent: 8, failed: 0 })
  })

  test('fails if the broadcast has not begun, as does a second erased recipient, and all others are sent the text', async () => {
    const { start, erase, work, read, account, ...deps } = await open()
    const keys = Array.from({ length: 10 }, (_, i) => `key-${i}`)
    const { broadcast } = await start({ recipients: { phones: deps.phones, keys, bodies: null, mediaUrls: null } })
    await erase()
    await eraserOf(deps)(account.name, memberNumber(5))
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 0, sent: 8, failed: 2 })
    expect(await deps.credits()).toMatchObject({ sms: 84, reserved: { sms: 0, mms: 0 } })
  })

  test('leaves neither a provider opt-out nor a look-up that was stored during the erasure', async () => {
    const { start, erase, work, provider, run, account, phones } = await open()
    let respond = () => {}
    const refusal: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'STOP' }
    const accepted = phones.map((_, i): SubmissionOutcome => ({ kind: 'accepted', providerId: `p-${i}` }))
    provider.script.push(...accepted.slice(0, 4), () => new Promise((resolve) => (respond = () => resolve(refusal))))
    provider.script.push(...accepted.slice(5))
    await start()
    const working = work()
    await provider.untilSubmitted(10)
    expect(await erase(() => respond())).toMatchObject({ recipients: 1, messages: 1 })
    await working
    await run(async ({ consents, carriers }) => {
      expect(await consents.providerOptOuts(account.id, ONE)).toEqual([])
      const others = phones.filter((phone) => phone !== ONE)
      expect(new Set((await carriers.known(account.id, phones, new Date(0))).keys())).toEqual(new Set(others))
    })
  })

  test('is found by a later search, with its key, if its broadcast is stored after the first search', async () => {
    for (const step of [4, 6, 8]) {
      const { account, run, unitOfWork, clock, ids, secrets } = await open()
      const broadcast = aBroadcast({ account: account.id, total: 2 })
      const keyed = { account: account.id, broadcast: broadcast.id, phones: [ONE, BOB], keys: ['one', 'bob'] }
      const store = () =>
        run(async ({ broadcasts, recipientKeys }) => {
          const recipients = { phones: [ONE, BOB], keys: keyed.keys, bodies: null, mediaUrls: null }
          await broadcasts.add(broadcast, [aChunk({ broadcast, recipients })])
          await recipientKeys.bind({ ...keyed, now: NOW })
        })
      const erase = eraserOf({ unitOfWork: before(unitOfWork, step, store), clock, ids, secrets })
      expect(await erase(account.name, ONE)).toMatchObject({ recipients: 1 })
      await run(async ({ broadcasts, recipientKeys }) => {
        const chunk = await broadcasts.lockChunk({ account: account.id, broadcast: broadcast.id, number: 0 })
        expect([step, chunk!.recipients.phones]).toEqual([step, [ERASED, BOB]])
        expect(await recipientKeys.used({ ...keyed, now: NOW })).toEqual(new Set([1]))
      })
    }
  })
})

/** Commits another change right before the nth unit of work. */
function before(unitOfWork: UnitOfWork, step: number, happen: () => Promise<unknown>): UnitOfWork {
  let count = 0
  const run: UnitOfWork['run'] = async (work) => {
    if (++count === step) await happen()
    return unitOfWork.run(work)
  }
  return { run, runOne: (work) => unitOfWork.runOne(work) }
}
