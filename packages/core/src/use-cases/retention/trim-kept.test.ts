import {
  aClick,
  aMessage,
  aMessageQuery,
  overridden,
  overriddenStores,
  broadcastingFixture,
  accountFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Retention } from '../../model/accounts/account.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'
import { TrimExpired } from './trim-expired.js'

const FOR_EVER: Retention = { messages: null, events: null, clicks: null }

/** An account that keeps everything forever, unless `retention` overrides that. */
async function openWith(retention: Partial<Retention>) {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters, { retention: { ...FOR_EVER, ...retention } })
  const { run, account } = fixture
  const daysAgo = (days: number, laterMs = 0) => new Date(adapters.clock.now().getTime() - days * DAY_MS + laterMs)
  return {
    ...adapters,
    ...fixture,
    daysAgo,
    sent: async (...at: readonly Date[]) => {
      const ended = { account: account.id, status: 'sent', phase: null } as const
      const some = at.map((createdAt) => aMessage({ ...ended, createdAt, sentAt: createdAt }))
      await run(({ messages }) => messages.add(some))
      return some
    },
    clicked: async (...at: readonly Date[]) => {
      for (const one of at) await run(({ clicks }) => clicks.record(aClick({ account: account.id, at: one })))
    },
    trim: (unitOfWork = adapters.unitOfWork) => new TrimExpired({ ...adapters, unitOfWork }).execute(),
  }
}

describe('the retention of an account', () => {
  test('deletes messages exactly when they reach the given age, and not a millisecond earlier', async () => {
    const { sent, trim, daysAgo, run, account } = await openWith({ messages: 30 })
    const [old, young] = await sent(daysAgo(30), daysAgo(30, 1))
    expect(await trim()).toBe(1)
    const find = (id: MessageId) => run(({ messages }) => messages.find(account.id, id))
    expect([await find(old!.id), await find(young!.id)]).toEqual([null, young])
  })

  test('has separate settings for clicks and for events', async () => {
    const { clicked, sent, trim, daysAgo, listenTo, run, account, clock } = await openWith({ clicks: 7, events: 7 })
    await clicked(daysAgo(8), daysAgo(6))
    await sent(daysAgo(800))
    await listenTo('message.sent')
    expect(await trim()).toBe(1)
    clock.advance(DAY_MS)
    expect(await trim()).toBe(1)
    expect(await run(({ messages }) => messages.list(account.id, aMessageQuery()))).toMatchObject({ totalCount: 1 })
  })

  test('is unlimited if it is null', async () => {
    const { clicked, sent, trim, daysAgo } = await openWith({})
    await clicked(daysAgo(4_000))
    await sent(daysAgo(4_000))
    expect(await trim()).toBe(0)
  })

  test('is read again at each run', async () => {
    const { sent, trim, daysAgo, run, account } = await openWith({})
    await sent(daysAgo(10))
    expect(await trim()).toBe(0)
    await run(({ accounts }) => accounts.save({ ...account, retention: { ...FOR_EVER, messages: 7 } }))
    expect(await trim()).toBe(1)
  })

  test('deletes in steps of limited size until nothing is left', async () => {
    const { sent, trim, daysAgo, unitOfWork } = await openWith({ messages: 7 })
    await sent(...Array.from({ length: 1_145 }, (_, i) => daysAgo(8, i)))
    const steps: Step[] = []
    const watching = overriddenStores(unitOfWork, (stores) => watched(stores, steps))
    expect(await trim(watching)).toBe(1_145)
    expect(Math.max(...steps.map(({ taken }) => taken))).toBeLessThanOrEqual(250)
    expect(steps.map(({ from }) => from)).toEqual([null, 249, 499, 749, 999].map((i) => i && daysAgo(8, i)))
  })
})

describe('a run', () => {
  test('that is asked to stop begins no further step, and the next run continues', async () => {
    const { sent, daysAgo, unitOfWork, clock, timer } = await openWith({ messages: 7 })
    await sent(...Array.from({ length: 2_000 }, (_, i) => daysAgo(8, i)))
    const stop = new AbortController()
    const work = unitOfWork.run.bind(unitOfWork)
    const stopping = (one: (stores: Stores) => Promise<unknown>) =>
      work(async (stores) => {
        const result = await one(stores)
        if ((result as { taken?: number } | undefined)?.taken) stop.abort()
        return result
      })
    const trimExpired = new TrimExpired({ unitOfWork: { ...unitOfWork, run: stopping as typeof work }, clock, timer })
    const first = await trimExpired.execute({ stopping: stop.signal })
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(1_000)
    expect(await trimExpired.execute({ stopping: stop.signal })).toBe(0)
    expect(await trimExpired.execute()).toBe(2_000 - first)
  })

  test('pauses after each step for four times its duration, up to a second', async () => {
    const { sent, daysAgo, unitOfWork, clock } = await openWith({ messages: 7 })
    await sent(...Array.from({ length: 600 }, (_, i) => daysAgo(8, i)))
    const tookMs = [20, 700, 9_000]
    const work = unitOfWork.run.bind(unitOfWork)
    const slowly: typeof work = async (one) => {
      const result = await work(one)
      if ((result as { taken?: number } | undefined)?.taken) clock.advance(tookMs.shift() ?? 0)
      return result
    }
    const rests: number[] = []
    const timer = { wait: async (durationMs: number) => void rests.push(durationMs) }
    await new TrimExpired({ unitOfWork: { ...unitOfWork, run: slowly }, clock, timer }).execute()
    expect(rests).toEqual([80, 1_000])
  })
})

describe('a broadcast whose messages were deleted', () => {
  const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'No' }

  async function openTrimmed(retention: Retention) {
    const adapters = inMemory()
    const fixture = await broadcastingFixture(adapters, { members: 3, credits: 10 })
    fixture.provider.script.push(REFUSED)
    const { id } = (await fixture.start()).broadcast
    await fixture.work()
    const before = await fixture.read(id)
    await fixture.run(async ({ accounts }) => {
      await accounts.save({ ...(await accounts.lockByName(fixture.account.name))!, retention })
    })
    adapters.clock.advance(8 * DAY_MS)
    return { ...fixture, ...adapters, id, before, trim: () => new TrimExpired(adapters).execute() }
  }

  test('keeps its counts, lists no messages, and has nothing to retry', async () => {
    const { id, before, trim, read, messages, retry } = await openTrimmed({ ...FOR_EVER, messages: 7 })
    expect((await messages(id)).results).toHaveLength(3)
    expect(await trim()).toBeGreaterThanOrEqual(4)
    expect(await read(id)).toEqual(before)
    expect((await messages(id)).results).toEqual([])
    await expect(retry(id)).rejects.toMatchObject({ code: 'nothing-to-retry' })
  })

  test('has nothing to retry either if its recipients were deleted first', async () => {
    const { id, run, account, clock, messages, retry } = await openTrimmed(FOR_EVER)
    await run(({ retention }) => retention.trimRecipients(account.id, { from: null, until: clock.now() }, 9))
    expect((await messages(id)).results).toHaveLength(3)
    await expect(retry(id)).rejects.toMatchObject({ code: 'nothing-to-retry' })
  })
})

type Step = { readonly from: Date | null; readonly taken: number }

/** Records where each step begins, and how many rows it deletes. */
function watched({ retention }: Stores, steps: Step[]): Partial<Stores> {
  const trimMessages: typeof retention.trimMessages = async (account, span, limit) => {
    const { taken, next } = await retention.trimMessages(account, span, limit)
    steps.push({ from: span.from, taken })
    return { taken, next }
  }
  return { retention: overridden(retention, { trimMessages }) }
}
