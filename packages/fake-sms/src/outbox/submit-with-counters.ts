import type { Knex } from 'knex'
import type { Behaviour } from './behaviour.js'
import { decide } from './decide.js'
import type { ProviderResponse, Terms } from './outbox.js'
import {
  ALL,
  byNumber,
  COLUMNS,
  columnsOf,
  fromStoredSubmissionRow,
  SUBMITTED,
  type BehaviourRow,
  type StoredSubmissionRow,
} from './rows.js'
import { rowsOf, run } from './statements.js'
import type { Candidate, StoredSubmission } from './stored-submission.js'

export type Round = {
  /** By candidate id. Omits candidates that another process has just added: the next round finds them. */
  readonly responses: ReadonlyMap<string, ProviderResponse>
  readonly general: Behaviour | null
}

/**
 * Handles repeated references, and submissions whose behaviour has limited `times` or refuses. To avoid deadlocks, it
 * locks behaviours first and submissions second, each in key order, and also inserts in key order.
 */
export async function submitWithCounters(
  trx: Knex.Transaction,
  candidates: readonly Candidate[],
  terms: Terms,
): Promise<Round> {
  const phones = candidates.map(({ to }) => to)
  const references = candidates.map(({ reference }) => reference)
  await trx.raw(`select ${WITHOUT_FLUSH}`)
  await run(trx, LOCK_COUNTED, { phones })
  const behaviours = await behavioursOf(trx, phones)
  const known = (await rowsOf<StoredSubmissionRow>(trx, LOCK_KNOWN, { references })).map(fromStoredSubmissionRow)
  const kept = new Map(known.map((one) => [one.reference, one]))
  const { responses, added, repeated, used } = decide(candidates, { ...terms, kept, behaviours })

  await useUp(trx, used)
  const stored = await add(trx, added, kept)
  const lost = new Set(added.filter(({ id }) => !stored.has(id)).map(({ reference }) => reference))
  await repeat(
    trx,
    repeated.filter((reference) => !lost.has(reference)),
  )
  const settled = candidates.flatMap(({ id, reference }, i): [string, ProviderResponse][] =>
    stored.has(id) || !lost.has(reference) ? [[id, responses[i]!]] : [],
  )
  return { responses: new Map(settled), general: behaviours.get(null) ?? null }
}

/** The behaviours for these numbers, and for all numbers. */
export async function behavioursOf(
  knex: Knex,
  phones: readonly string[],
): Promise<ReadonlyMap<string | null, Behaviour>> {
  return byNumber(await rowsOf<BehaviourRow>(knex, BEHAVIOURS, { phones }))
}

async function add(
  trx: Knex,
  rows: readonly StoredSubmission[],
  known: ReadonlyMap<string, StoredSubmission>,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const seen = new Set(known.keys())
  const copies = rows.map((row) => {
    const copy = seen.has(row.reference) ? row.id : ''
    seen.add(row.reference)
    return { ...row, copy }
  })
  return new Set((await rowsOf<{ id: string }>(trx, ADD, columnsOf(copies))).map(({ id }) => id))
}

async function repeat(trx: Knex, references: readonly string[]) {
  if (references.length > 0) await run(trx, REPEAT, { references })
}

async function useUp(trx: Knex, used: ReadonlyMap<string | null, number>) {
  if (used.size === 0) return
  const phones = [...used.keys()].map((to) => to ?? ALL)
  await run(trx, USE_UP, { phones, counts: [...used.values()].map(String) })
}

/**
 * Does not wait for the disk, because a real provider would not wait for this database's disk. That is safe: a crash
 * loses only the latest commits, so when the service's stored outcome survives, the earlier message survives too.
 */
export const WITHOUT_FLUSH = `set_config('synchronous_commit', 'off', true)`

const LOCK_COUNTED = `
  select phone from fake_sms_behaviour
   where times > 0 and (phone = '' or phone = any(:phones)) order by phone for update`
const BEHAVIOURS = `select * from fake_sms_behaviour where phone = '' or phone = any(:phones)`
const LOCK_KNOWN = `
  select * from fake_sms_submission where copy = '' and reference = any(:references) order by reference for update`

const ADD = `
  insert into fake_sms_submission (${COLUMNS})
  select ${COLUMNS} from (${SUBMITTED}) as submitted order by reference, id
  on conflict (reference, copy) do nothing
  returning id`
const REPEAT = `
  update fake_sms_submission as known set repetitions = repetitions + repeated.count
    from (select reference, count(*) from unnest(:references::text[]) as reference group by reference) as repeated
   where known.reference = repeated.reference and known.copy = ''`
const USE_UP = `
  update fake_sms_behaviour as counted set times = times - used.count
    from unnest(:phones::text[], :counts::bigint[]) as used (phone, count)
   where counted.phone = used.phone`
