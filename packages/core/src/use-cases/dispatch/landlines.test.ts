import {
  aTimetable,
  broadcastingFixture,
  memberNumber,
  NOW,
  schedulingFixture,
  scriptedProvider,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { CarrierDirectory } from '../../ports/carriers.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

const DAY_MS = 86_400_000
const LEASE_MS = 30_000
const LANDLINE = memberNumber(1)
const FAILED = {
  to: LANDLINE,
  status: 'failed',
  errorType: 'invalid_destination',
  errorMessage: 'The number is a landline, and the account does not text landlines',
}
const NEVER = new Promise<SubmissionOutcome>(() => undefined)
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }

/** Every number is a mobile number, except for one landline. Records the numbers that are looked up. */
function directoryOf() {
  const asked: PhoneNumber[] = []
  const directory: CarrierDirectory & { isOut: boolean } = {
    isOut: false,
    lookUp: async (phones) => {
      asked.push(...phones)
      if (directory.isOut) return phones.map(() => null)
      return phones.map((phone) => ({ name: 'Bell', lineType: phone === LANDLINE ? 'landline' : 'mobile' }))
    },
  }
  return { directory, asked }
}

/** Five recipients, of whom the second has a landline. */
async function open(given: BroadcastingGiven = {}) {
  const { directory, asked } = directoryOf()
  const settings = { members: 5, credits: 20, directory, account: { refuseLandlines: true } }
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { ...settings, ...given })
  const { account, run, messages } = fixture
  return {
    ...fixture,
    directory,
    asked,
    failed: async (id: string) => (await messages(id, { status: 'failed' })).results,
    keyed: (...keys: string[]) => ({
      phones: keys.map((_, n) => memberNumber(n)),
      keys,
      bodies: null,
      mediaUrls: null,
    }),
    usedKeys: (keys: readonly string[]) =>
      run(({ recipientKeys }) =>
        recipientKeys.used({ account: account.id, phones: keys.map((_, n) => memberNumber(n)), keys, now: NOW }),
      ),
  }
}

describe('a landline, for an account that refuses landlines,', () => {
  test('is found by the look-up and is not submitted; the message fails, and the others are sent', async () => {
    const { start, work, read, failed, provider, phones, failures } = await open()
    const { broadcast } = await start()
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual(phones.filter((phone) => phone !== LANDLINE))
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: 4, failed: 1 } })
    expect(await failed(broadcast.id)).toMatchObject([{ ...FAILED, body: 'Hello' }])
    expect(failures).toEqual([])
  })

  test('gets each message the text that was rendered for its recipient, although one in between is left out', async () => {
    const { start, work, provider, contacts, phones } = await open()
    for (const phone of phones) await contacts({ phone, firstName: phone.slice(-1) })
    await start({ body: 'Hi {{contact_first_name}}' })
    await work()
    expect(provider.submitted.map(({ to, body }) => [to, body])).toEqual(
      phones.filter((phone) => phone !== LANDLINE).map((phone) => [phone, `Hi ${phone.slice(-1)}`]),
    )
  })

  test('leaves no outcome unknown if the database fails between the look-up and the submission', async () => {
    const { unitOfWork, clock, ...adapters } = inMemory({ now: NOW })
    let failures = 0
    const directory: CarrierDirectory = {
      lookUp: async (phones) => {
        failures = 1
        return phones.map(() => ({ name: 'Bell', lineType: 'landline' }))
      },
    }
    const run: UnitOfWork['run'] = (work) =>
      failures-- > 0 ? Promise.reject(new Error('The connection was lost')) : unitOfWork.run(work)
    const provider = scriptedProvider({ deduplicates: false })
    const settings = { members: 5, credits: 20, directory, provider, account: { refuseLandlines: true } }
    const { start, work, messages } = await broadcastingFixture(
      { ...adapters, clock, unitOfWork: { ...unitOfWork, run } },
      settings,
    )
    const { broadcast } = await start()
    await work()
    clock.advance(LEASE_MS)
    await work()
    expect(provider.submitted).toEqual([])
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results.map(({ errorType }) => errorType)).toEqual(Array(5).fill('invalid_destination'))
  })

  test('is known for 30 days: it is neither rendered, looked up nor submitted until then', async () => {
    const { start, work, failed, provider, asked, clock } = await open({ credits: 100 })
    await start()
    await work()
    asked.splice(0)
    provider.submitted.splice(0)
    clock.advance(30 * DAY_MS - 1)
    const { broadcast } = await start()
    await work()
    expect([asked, provider.submitted.length]).toEqual([[], 4])
    expect(await failed(broadcast.id)).toMatchObject([FAILED])
    clock.advance(1)
    await start()
    await work()
    expect(asked).toContain(LANDLINE)
    expect(provider.submitted.map(({ to }) => to)).not.toContain(LANDLINE)
  })

  test('costs nothing, whether it is looked up or already known: all credits of a failed message are released', async () => {
    const { start, work, credits } = await open({ credits: 20 })
    await start()
    await work()
    expect(await credits()).toEqual({ sms: 12, mms: 0, reserved: { sms: 0, mms: 0 } })
    await start()
    await work()
    expect(await credits()).toEqual({ sms: 8, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test.each(['newly found', 'known'])('frees its recipient key: %s', async (how) => {
    const { start, work, keyed, usedKeys } = await open()
    if (how === 'known') await start().then(work)
    await start({ kind: 'batch', body: 'Hi', recipients: keyed('key-a', 'key-b', 'key-c') })
    await work()
    expect(await usedKeys(['key-a', 'key-b', 'key-c'])).toEqual(new Set([0, 2]))
  })

  test('is reported to webhooks', async () => {
    const { start, work, listenTo, events } = await open()
    await listenTo('message.failed')
    await start()
    await work()
    expect((await events()).map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'message.failed', data: { message: { to: LANDLINE, errorType: 'invalid_destination' } } },
    ])
  })

  test('fails again in a retry of the broadcast', async () => {
    const { start, work, retry, failed, provider } = await open()
    const { broadcast } = await start()
    await work()
    const again = await retry(broadcast.id)
    await work()
    expect(await failed(again.broadcast.id)).toMatchObject([FAILED])
    expect(provider.submitted).toHaveLength(4)
  })

  test('may be the only recipient: the broadcast fails, and nothing is submitted', async () => {
    const { start, work, read, provider } = await open()
    const recipients = { phones: [LANDLINE], keys: null, bodies: ['Hi'], mediaUrls: null }
    for (const again of [false, true]) {
      const { broadcast } = await start({ kind: 'batch', body: null, recipients })
      await work()
      expect([again, await read(broadcast.id)]).toMatchObject([again, { status: 'failed', counts: { failed: 1 } }])
    }
    expect(provider.submitted).toEqual([])
  })

  test('fails for its consent first', async () => {
    const { start, work, failed, optOutNumber } = await open()
    await start().then(work)
    const { broadcast } = await start()
    await optOutNumber(LANDLINE)
    await work()
    expect(await failed(broadcast.id)).toMatchObject([{ to: LANDLINE, errorType: 'opted_out_before_send' }])
  })

  test('fails in a send of a schedule too', async () => {
    const { directory } = directoryOf()
    const contacts = [0, 1, 2].map((n) => ({ phone: memberNumber(n) }))
    const given = { contacts, directory, account: { refuseLandlines: true } }
    const { schedule, at, sends, sentTo, messages } = await schedulingFixture(inMemory({ now: NOW }), given)
    const { id } = await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T13:00:00Z')
    expect(sentTo()).toEqual([memberNumber(0), memberNumber(2)])
    const [send] = await sends(id)
    expect((await messages(send!.broadcastId!, { status: 'failed' })).results).toMatchObject([FAILED])
  })

  test('is submitted if it cannot be looked up: an unknown line type stops no message', async () => {
    const { start, work, read, directory } = await open()
    directory.isOut = true
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 5, failed: 0 })
  })

  test('fails when it is found by the look-up of a later try', async () => {
    const { start, work, failed, provider, directory, clock, credits } = await open()
    directory.isOut = true
    provider.script.push(...Array.from({ length: 5 }, () => THROTTLED))
    const { broadcast } = await start()
    await work()
    directory.isOut = false
    clock.advance(60_000)
    await work()
    expect(await failed(broadcast.id)).toMatchObject([FAILED])
    expect(provider.submitted.slice(5).map(({ to }) => to)).toEqual([0, 2, 3, 4].map(memberNumber))
    expect(await credits()).toEqual({ sms: 12, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('does not hide that the provider accepts nothing: the next try waits longer', async () => {
    const { start, work, run, provider, account } = await open()
    provider.script.push(...Array.from({ length: 4 }, () => THROTTLED))
    const { broadcast } = await start()
    await work()
    const [chunk] = await run(({ broadcasts }) => broadcasts.chunkStates(account.id, broadcast.id))
    expect(chunk!.progress).toMatchObject({ misses: 1, attempt: null })
    expect(chunk!.progress.waiting.map(({ index }) => index)).toEqual([0, 2, 3, 4])
  })
})

describe('if a worker dies after it has begun to submit a slice with a landline,', () => {
  const crashed = async (given: BroadcastingGiven) => {
    const fixture = await open(given)
    const { start, provider, worker } = fixture
    const { broadcast } = await start()
    provider.script.push(...Array.from({ length: 4 }, () => () => NEVER))
    void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await provider.untilSubmitted(4)
    fixture.clock.advance(LEASE_MS)
    return { ...fixture, id: broadcast.id }
  }

  test('with a provider that can be queried, the landline fails without being submitted', async () => {
    const provider = scriptedProvider({ deduplicates: false, canBeAsked: true })
    const { work, clock, read, failed, id } = await crashed({ provider })
    await work()
    clock.advance(60_000)
    await work()
    expect((await read(id)).counts).toMatchObject({ queued: 0, sent: 4, failed: 1 })
    expect(await failed(id)).toMatchObject([FAILED])
    expect(provider.submitted.map(({ to }) => to)).not.toContain(LANDLINE)
  })

  test('with any other provider, the landline is treated like the others, because it may have been submitted', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { work, failed, id } = await crashed({ provider })
    await work()
    expect((await failed(id)).map(({ errorType }) => errorType)).toEqual(Array(5).fill('unknown_outcome'))
  })
})

test('an account that does not refuse landlines texts them', async () => {
  const { start, work, read, provider } = await open({ account: {} })
  for (const again of [false, true]) {
    const { broadcast } = await start()
    await work()
    expect([again, (await read(broadcast.id)).counts]).toMatchObject([again, { sent: 5, failed: 0 }])
  }
  expect(provider.submitted.map(({ to }) => to)).toContain(LANDLINE)
})

test('a landline that another account has looked up is not known', async () => {
  const { account, run, start, work, asked, neighbour } = await open()
  const other = await neighbour()
  const carrier = { name: 'Bell', lineType: 'landline' } as const
  await run(({ carriers }) => carriers.save(other.id, [{ phone: memberNumber(0), carrier, at: NOW }]))
  await start()
  await work()
  expect(asked).toContain(memberNumber(0))
  const known = await run(({ carriers }) => carriers.known(account.id, [memberNumber(0)], new Date(0)))
  expect(known.get(memberNumber(0))).toBe('mobile')
})
