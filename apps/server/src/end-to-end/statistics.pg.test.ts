import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { compose } from '../composition/compose.js'
import { createLogger } from '../logging/logger.js'
import { createDemoWithHistory } from '../start/demo/demo-history.js'
import { aDatabase } from '../testing/service/a-database.js'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

let fixture: Awaited<ReturnType<typeof openHistory>>
beforeAll(async () => {
  fixture = await openHistory()
})

/** Four weeks with broadcasts, receipts, replies, opt-outs and clicks. */
async function openHistory() {
  const { knex, drop } = await aDatabase()
  closers.push(drop)
  const settings = { secretKey: 'a secret for the tests', webhooksAllowPrivate: false }
  const { useCases, adapters, close } = await compose({ ...settings, knex, logger: createLogger('silent') })
  closers.push(close)
  await createDemoWithHistory(adapters)
  const [account] = await useCases.listAccounts.execute()
  const count = async (sql: string) => {
    const { rows } = await knex.raw<{ rows: { name: string; count: number }[] }>(sql, { account: account!.id })
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  return {
    useCases,
    count,
    statistics: () => useCases.readStatistics.execute({ account: account!, from: null, to: null }),
  }
}

/** Without days on which nothing happened. */
function byDay<Day extends { readonly day: string }>(days: readonly Day[], count: (day: Day) => number) {
  return Object.fromEntries(days.map((day) => [day.day, count(day)] as const).filter(([, value]) => value > 0))
}

const rows = (name: string, table: string, where: string) => `
  select ${name} as name, count(*)::integer as count
    from ${table}
   where account_id = :account and ${where}
   group by 1`

const dayOf = (column: string) => `((${column} at time zone 'UTC')::date)::text`

/** A text that failed after it was sent has no time of sending any more. */
const ACCEPTED = `direction = 'outbound' and provider_id is not null`

test.each(['before', 'after'])('the statistics equal a count of the stored rows, %s they are moved', async (when) => {
  const { count, statistics, useCases } = fixture
  if (when === 'after') await useCases.trimExpired.execute()
  const { days, totals } = await statistics()
  expect(byDay(days, ({ sent }) => sent)).toEqual(
    await count(rows(dayOf('coalesce(sent_at, created_at)'), 'message', ACCEPTED)),
  )
  expect(byDay(days, ({ delivered }) => delivered)).toEqual(
    await count(rows(dayOf('delivered_at'), 'message', 'delivered_at is not null')),
  )
  expect(byDay(days, ({ received }) => received)).toEqual(
    await count(rows(dayOf('created_at'), 'message', `direction = 'inbound'`)),
  )
  expect(totals.failed.by).toEqual(
    await count(rows('failure_type', 'message', `direction = 'outbound' and status = 'failed'`)),
  )
  expect(totals.optOuts.by).toEqual(await count(rows(`'STOP'`, 'consent', 'opted_out_at is not null')))
  const clicks = await count(
    `select 'people' as name, sum(people)::integer as count from click_day where account_id = :account`,
  )
  expect(totals.clicks.people).toBe(clicks['people'])
  const spent = await count(
    `select unit as name, sum(amount)::integer as count
       from ledger_entry where account_id = :account and to_place = 'spent' group by 1`,
  )
  expect(totals.creditsSpent).toEqual({ sms: 0, mms: 0, ...spent })
  expect(totals.sent).toBeGreaterThan(100)
})
