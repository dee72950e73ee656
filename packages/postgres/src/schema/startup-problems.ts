import type { Clock } from '@carillon/core'
import type { Knex } from 'knex'
import { isolatedKnex } from '../connection/isolated-knex.js'
import type { InSchema } from '../connection/schema-name.js'
import { rowsOf } from '../sql/sql.js'
import { pendingMigrations } from './migrations.js'
import { versionFault } from './server-version.js'

/** Leases and windows are written with the clock of one process and read with the clock of another process. */
const CLOCK_DIFFERENCE_MAX_MS = 250

/** The problems that prevent the service from working on this database, each in one line. */
export async function startupProblems({
  knex,
  clock,
  schema,
}: InSchema & { readonly knex: Knex; readonly clock: Clock }): Promise<readonly string[]> {
  try {
    const own = isolatedKnex(knex)
    const tooOld = await versionFault(own)
    if (tooOld !== null) return [tooOld]
    const pending = await pendingMigrations(knex, { schema })
    if (pending.length > 0) return [`The database lacks the migration ${pending.join(', ')}: run carillon migrate`]
    const differenceMs = await own.transaction((trx) => clockDifferenceMs(trx, clock))
    if (Math.abs(differenceMs) <= CLOCK_DIFFERENCE_MAX_MS) return []
    return [`The clocks of this process and of the database differ by ${Math.round(differenceMs)} ms`]
  } catch (error) {
    return [`The database does not answer: ${(error as Error).message.split('\n')[0]}`]
  }
}

/** The minimum difference from the database clock, which was read at an unknown time between query and result. */
async function clockDifferenceMs(knex: Knex, clock: Clock): Promise<number> {
  const askedAtMs = clock.now().getTime()
  const [row] = await rowsOf<{ now: Date }>(knex, 'select clock_timestamp() as now', {})
  const respondedAtMs = clock.now().getTime()
  const there = row!.now.getTime()
  return there < askedAtMs ? there - askedAtMs : Math.max(0, there - respondedAtMs)
}
