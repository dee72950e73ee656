import { describe, expect, test } from '@jest/globals'
import type { ServiceRecord, ServiceProcess } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, anEvent, aWebhookEndpoint, ids, NOW } from '../fixtures/builders.js'
import { aJob, aLedgerEntry, aMessage, aSender } from '../fixtures/sending-builders.js'
import { aSchedule, aSend } from '../schedules/schedule-builders.js'

function aProcess(given: Partial<ServiceProcess> = {}): ServiceProcess {
  const told = { kind: 'server', runsJobs: true, host: 'one', version: '1.0.0' } as const
  return { id: ids.next('wrk'), ...told, startedAt: NOW, seenAt: NOW, ...given }
}

export function describeServiceStore(openAdapters: OpenTestAdapters) {
  async function open() {
    const fixture = await accountFixture(await openAdapters())
    const { run, account } = fixture
    return {
      ...fixture,
      put: (process: ServiceProcess) => run(({ service }) => service.putProcess(process)),
      processes: (since = after(-3_600)) => run(({ service }) => service.processes(since)),
      record: (record: ServiceRecord) => run(({ service }) => service.putRecord(record)),
      accounts: (step: string | null = null, limit = 10) =>
        run(({ service }) => service.accounts({ after: step, limit })),
      dead: async (of = account.id, at = NOW) => {
        const job = aJob({ account: of })
        const fence = ids.next('job')
        const due = { account: of, lane: 'quick', now: NOW, leaseUntil: after(99), limit: 1, fence } as const
        return run(async ({ jobs }) => {
          await jobs.put([job])
          const [claimed] = await jobs.claim(due)
          await jobs.markDead(claimed!, { at, error: 'It broke' })
          return { ...job, attempt: 1, diedAt: at, error: 'It broke' }
        })
      },
    }
  }

  describe('the processes of the service', () => {
    test('replace their earlier report, and are listed by their start', async () => {
      const { put, processes } = await open()
      const [first, second] = [aProcess(), aProcess({ kind: 'worker', startedAt: after(1) })]
      for (const process of [first, second]) await put(process)
      const later = { ...first, seenAt: after(10) }
      await put(later)
      expect(await processes()).toEqual([second, later])
    })

    test('are forgotten when they end, or were not seen for long', async () => {
      const { put, processes, run } = await open()
      const [ended, lost, alive] = [aProcess(), aProcess(), aProcess({ seenAt: after(20) })]
      for (const process of [ended, lost, alive]) await put(process)
      await run(({ service }) => service.removeProcess(ended.id))
      expect(await processes(after(10))).toEqual([alive])
      expect(await processes()).toEqual([alive])
    })
  })

  test('the newest record of each kind is kept', async () => {
    const { record, run } = await open()
    const backup = { kind: 'backup', at: after(5), details: { bytes: 12 } } as const
    const retention = { kind: 'retention', at: NOW, details: { rows: 0 } } as const
    for (const one of [backup, { ...backup, at: NOW }, retention]) await record(one)
    expect(await run(({ service }) => service.records())).toEqual([backup, retention])
    const next = { ...backup, at: after(6), details: { bytes: 13 } }
    await record(next)
    expect(await run(({ service }) => service.records())).toEqual([next, retention])
  })

  test('accounts are listed by name in steps, with their figures', async () => {
    const { accounts, account, neighbour, group, dead, run } = await open()
    const other = await neighbour({ name: 'Beta' })
    await group()
    await dead()
    await run(async ({ senders, messages, credits, webhookEndpoints }) => {
      await senders.put(aSender({ account: account.id }))
      await messages.add([aMessage({ account: account.id, createdAt: after(3) })])
      await credits.post(account.id, [
        aLedgerEntry({ account: account.id, from: 'operator', to: 'available', amount: 7 }),
      ])
      await webhookEndpoints.put(aWebhookEndpoint({ account: account.id, disabled: { at: NOW, reason: 'operator' } }))
    })
    const [first] = await accounts(null, 1)
    expect(first).toEqual({
      ...{ id: account.id, name: account.name, timezone: account.timezone, createdAt: account.createdAt },
      ...{ credits: { sms: 7, mms: 0 }, accepted: null, groups: 1, numbers: 1, deadJobs: 1, disabledWebhooks: 1 },
      lastMessageAt: after(3),
    })
    expect(await accounts('Acme')).toMatchObject([{ id: other.id, groups: 0, deadJobs: 0, lastMessageAt: null }])
    expect(await accounts('Beta')).toEqual([])
  })

  test('dead jobs of all accounts are listed in steps, and counted', async () => {
    const { dead, neighbour, run } = await open()
    const other = await neighbour()
    const [first, second, third] = [await dead(), await dead(other.id, after(1)), await dead(undefined, after(2))]
    const list = (step: { at: Date; id: string } | null, limit: number) =>
      run(({ service }) => service.deadJobs({ after: step, limit }))
    expect(await list(null, 2)).toEqual([third, second])
    expect(await list({ at: second.diedAt, id: second.id }, 2)).toEqual([first])
    expect(await run(({ service }) => service.counts())).toEqual({
      ...{ accounts: 2, deadJobs: 3, disabledWebhooks: 0, failingWebhooks: 0 },
    })
  })

  test('the oldest message and the oldest event of all accounts are told', async () => {
    const { run, account, neighbour } = await open()
    const other = await neighbour()
    const oldest = () => run(({ service }) => service.oldest())
    expect(await oldest()).toEqual({ message: null, event: null })
    const events = [7, 5].map((second) => anEvent({ account: account.id, at: after(second) }))
    await run(async ({ messages, deliveries, webhookEndpoints }) => {
      const endpoint = aWebhookEndpoint({ account: account.id })
      await webhookEndpoints.put(endpoint)
      await messages.add([aMessage({ account: other.id, createdAt: after(3) }), aMessage({ account: other.id })])
      await messages.add([aMessage({ account: account.id, createdAt: after(9) })])
      for (const event of events) await deliveries.addFor(endpoint, event, NOW)
    })
    expect(await oldest()).toEqual({ message: NOW, event: after(5) })
  })

  test('a schedule fails if its last send has failed', async () => {
    const { account, run } = await open()
    const schedules = [aSchedule({ account: account.id }), aSchedule({ account: account.id })] as const
    const sendsOf = (schedule: (typeof schedules)[number], statuses: readonly ('failed' | 'started')[]) =>
      statuses.map((status, day) =>
        aSend({ schedule, status, occurrence: after(day * 86_400), scheduledFor: after(day * 86_400) }),
      )
    const [failing, fine] = [sendsOf(schedules[0], ['started', 'failed']), sendsOf(schedules[1], ['failed', 'started'])]
    await run(async (stores) => {
      for (const schedule of schedules) await stores.schedules.add(schedule)
      await stores.schedules.addSends([...failing, ...fine])
    })
    expect(await run(({ service }) => service.failingSchedules(account.id, 10))).toEqual([
      { schedule: schedules[0], send: failing[1] },
    ])
  })
}
