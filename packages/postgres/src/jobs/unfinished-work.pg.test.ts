import { expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { connect } from '../connection/connect.js'
import { openTestDatabase } from '../testing/test-database.js'
import { unfinishedWork } from './unfinished-work.js'

const NOTHING = { messages: 0, broadcasts: 0, recipients: 0, schedules: 0 }

test('unfinished work is counted completely, even if that takes longer than the statement timeout', async () => {
  const { knex, url } = await openTestDatabase()
  const hasty = await connect(url, { poolMax: 1 })
  try {
    await hasty.raw('set statement_timeout = 200')
    const locking = await knex.transaction()
    await locking.raw('lock table message')
    const work = unfinishedWork(hasty)
    const untilLate = async () => {
      while ((await knex.raw(WAITS_LATE)).rowCount === 0) await setImmediate()
    }
    await Promise.race([work, untilLate()]).finally(() => locking.rollback())
    expect(await work).toEqual(NOTHING)
  } finally {
    await hasty.destroy()
  }
})

const WAITS_LATE = `
  select from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'
     and clock_timestamp() - query_start > interval '300 milliseconds'`
