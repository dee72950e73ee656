import { ids } from '@carillon/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.js'
import { PostgresRequestActivity } from './request-activity.js'

const opened: PostgresRequestActivity[] = []

afterEach(async () => {
  for (const activity of opened.splice(0)) await activity.close()
})

describe('the activity of requests', () => {
  test('is known at once in the process of the request, without a report', async () => {
    const { server, reports, pass } = await twoProcesses()
    expect(server.sinceRequestMs()).toBe(Infinity)
    server.onRequest()
    pass(70)
    expect(server.sinceRequestMs()).toBe(70)
    expect(await reports()).toBe(0)
  })

  test('is reported to a process that has announced bulk jobs, at most once in a tenth of a second', async () => {
    const { server, worker, reports, pass } = await twoProcesses()
    await untilReported({ server, worker })
    for (let requests = 0; requests < 5; requests++) server.onRequest()
    expect(await reports()).toBe(1)
    pass(100)
    server.onRequest()
    expect(await reports()).toBe(2)
  })

  test('is no longer reported when no bulk jobs have been announced for three seconds', async () => {
    const { server, worker, reports, pass } = await twoProcesses()
    await untilReported({ server, worker })
    pass(3_001)
    server.onRequest()
    expect(await reports()).toBe(1)
  })

  test('is not reported because of the bulk jobs of the same process', async () => {
    const { server, worker, reports } = await twoProcesses()
    await untilReported({ server: worker, worker: server })
    server.onRequest()
    expect(await reports()).toBe(0)
  })
})

/** Two processes that listen, with a clock that only moves with `pass`. `reports` counts those that the server sent. */
async function twoProcesses() {
  const here = await openTestDatabase()
  let nowMs = 1_000_000
  let sent = 0
  const open = async ({ knex }: TestDatabase) => {
    const activity = new PostgresRequestActivity({ knex, ids, nowMs: () => nowMs })
    opened.push(activity)
    await activity.listen()
    return activity
  }
  const [server, worker] = [await open(here), await open(await here.another())]
  here.knex.on('query', ({ bindings = [] }: { bindings?: unknown[] }) => {
    if (bindings.some((one) => String(one).endsWith(' request'))) sent++
  })
  return {
    ...{ server, worker },
    reports: async () => {
      // A statement is counted only when it gets a connection.
      await here.knex.raw('select 1')
      return sent
    },
    pass: (ms: number) => void (nowMs += ms),
  }
}

/** Repeats the request, because the server does not report it before it knows of the bulk jobs. */
async function untilReported({ server, worker }: { server: PostgresRequestActivity; worker: PostgresRequestActivity }) {
  worker.onBulk()
  while (worker.sinceRequestMs() === Infinity) {
    server.onRequest()
    await setImmediate()
  }
}
