import {
  groupBy,
  type CarrierFailure,
  type Clock,
  type SmscLink,
  type SmscLinks,
  type SmscState,
  type TextResult,
} from '@carillon/core'
import type { Knex } from 'knex'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { trimTable } from './trim-table.js'

export type PostgresSmscLinksOptions = {
  readonly knex: Knex
  readonly clock: Clock
  /** The SMSC, by its name in the file of carriers. */
  readonly carrier: string
}

const KEPT_MS = 8 * 86_400_000
/** How long a result is left to the process that has it. */
const CLAIM_MS = 60_000

/**
 * One row for each message of the SMSC, so that a link and a state that come at the same time wait for each other. Locks
 * messages before texts, each in the order of their keys.
 */
export class PostgresSmscLinks implements SmscLinks {
  constructor(private readonly options: PostgresSmscLinksOptions) {}

  save(links: readonly SmscLink[]): Promise<readonly TextResult[]> {
    return this.options.knex.transaction(async (trx) => {
      const [ids, echoes] = (['id', 'echo'] as const).map((one) => links.filter(({ kind }) => kind === one))
      for (const some of distinctKeys(echoes!)) await run(trx, SAVE_ECHOES, this.bind({ links: JSON.stringify(some) }))
      const messages: MessageRow[] = []
      for (const some of distinctKeys(ids!)) {
        messages.push(...(await rowsOf<MessageRow>(trx, SAVE_LINKS, this.bind({ links: JSON.stringify(some) }))))
      }
      return this.combine(trx, messages)
    })
  }

  settle({ id: given, otherId = null, echo, at, failure }: SmscState): Promise<TextResult | null> {
    const state: StateRow = { at: at && at.toISOString(), failure }
    return this.options.knex.transaction(async (trx) => {
      const id = otherId === null ? given : await this.linkedOf(trx, given, otherId)
      const found =
        id === null
          ? null
          : (await rowsOf<MessageRow>(trx, SETTLE, this.bind({ id, state: JSON.stringify(state) })))[0]!
      if (found != null && found.reference !== null) return this.combineOne(trx, found)
      const [echoed] = echo === null ? [] : await rowsOf<MessageRow>(trx, ECHOED, this.bind({ key: echo }))
      if (echoed === undefined) return null
      const { reference, part, parts } = echoed
      if (id !== null) await run(trx, LINK_BY_ECHO, this.bind({ id, reference, part, parts }))
      return this.combineOne(trx, { ...echoed, state: found?.state ?? state })
    })
  }

  async markReported(references: readonly string[]): Promise<void> {
    await run(this.options.knex, MARK_REPORTED, this.bind({ references }))
  }

  async claimUnreported({ limit }: { readonly limit: number }): Promise<readonly TextResult[]> {
    const rows = await rowsOf<TextRow>(this.options.knex, CLAIM, this.bind({ limit }))
    return rows.map(({ reference, result }) => resultOf(reference, result!))
  }

  async trim(): Promise<void> {
    const { knex, clock, carrier } = this.options
    const until = new Date(clock.now().getTime() - KEPT_MS)
    for (const table of TRIMMED) await trimTable(knex, table, { carrier, until })
  }

  /** The first of the ids that has a link; the first if none has. */
  private async linkedOf(trx: Database, id: string | null, otherId: string): Promise<string | null> {
    const ids = id === null ? [otherId] : [id, otherId]
    const rows = await rowsOf<{ id: string }>(trx, LINKED, this.bind({ ids }))
    return ids.find((one) => rows.some((row) => row.id === one)) ?? id
  }

  private async combineOne(trx: Database, message: MessageRow): Promise<TextResult | null> {
    const [result = null] = await this.combine(trx, [message])
    return result
  }

  /** The results of the texts that messages with states belong to. */
  private async combine(trx: Database, messages: readonly MessageRow[]): Promise<readonly TextResult[]> {
    const settled = groupBy(messages.filter(isSettled), ({ reference }) => reference)
    if (settled.size === 0) return []
    const opened = [...settled].map(([reference, [first]]) => ({ reference, parts: first!.parts }))
    await run(trx, OPEN_TEXTS, this.bind({ texts: JSON.stringify(opened) }))
    const known = await rowsOf<TextRow>(trx, LOCK_TEXTS, this.bind({ references: [...settled.keys()] }))
    const open = known.filter(({ result }) => result === null)
    const changed = open.map((text) => ({ ...text, ...combined(text, settled.get(text.reference)!) }))
    if (changed.length > 0) await run(trx, SAVE_TEXTS, this.bind(columnsOf(changed)))
    return [...known.filter(({ is_reported }) => !is_reported), ...changed].flatMap(({ reference, result }) =>
      result === null ? [] : [resultOf(reference, result)],
    )
  }

  private bind<T extends object>(bindings: T) {
    const { carrier, clock } = this.options
    const now = clock.now()
    return { ...bindings, carrier, now, claimedUntil: new Date(now.getTime() + CLAIM_MS) }
  }
}

type StateRow = { readonly at: string | null; readonly failure: CarrierFailure | null }

type MessageRow = {
  readonly reference: string | null
  readonly part: number
  readonly parts: number
  readonly state: StateRow | null
}

type TextRow = {
  readonly reference: string
  readonly parts: number
  readonly delivered: readonly number[]
  readonly result: StateRow | null
  readonly is_reported: boolean
}

function resultOf(reference: string, { at, failure }: StateRow): TextResult {
  return { reference, at: at === null ? null : new Date(at), failure }
}

type SettledRow = MessageRow & { readonly reference: string; readonly state: StateRow }

function isSettled(message: MessageRow): message is SettledRow {
  return message.reference !== null && message.state !== null
}

/** A text is delivered when all its parts are, and has failed with the first part that has. */
function combined(text: TextRow, messages: readonly SettledRow[]): Pick<TextRow, 'delivered' | 'result'> {
  const delivered = new Set(text.delivered)
  for (const { part, state } of messages) {
    if (state.failure === null) delivered.add(part)
    if (state.failure !== null || delivered.size === text.parts) return { delivered: [...delivered], result: state }
  }
  return { delivered: [...delivered], result: null }
}

function columnsOf(texts: readonly TextRow[]) {
  return {
    references: texts.map(({ reference }) => reference),
    delivered: texts.map(({ delivered }) => `{${delivered.join()}}`),
    results: texts.map(({ result }) => (result === null ? '' : JSON.stringify(result))),
  }
}

/** A statement cannot change one row twice, so links with the same key go one after the other. */
function distinctKeys(links: readonly SmscLink[]): readonly (readonly SmscLink[])[] {
  const rounds: Map<string, SmscLink>[] = []
  for (const link of links) {
    let round = rounds.find((one) => !one.has(link.key))
    if (round === undefined) rounds.push((round = new Map()))
    round.set(link.key, link)
  }
  return rounds.map((round) => [...round.values()])
}

/** An id that the SMSC uses again belongs to the newer text, and its old state is of the older one. */
const SAVE_LINKS = `
  insert into smsc_message as known (carrier, id, reference, part, parts, saved_at)
  select :carrier, key, reference, part, parts, :now
    from jsonb_to_recordset(:links::jsonb) as given (key text collate "C", reference text, part integer, parts integer)
   order by key
      on conflict (carrier, id) do update
     set state = case when known.reference is null or known.reference = excluded.reference then known.state end,
         reference = excluded.reference, part = excluded.part, parts = excluded.parts, saved_at = excluded.saved_at
  returning reference, part, parts, state`

const SAVE_ECHOES = `
  insert into smsc_echo as known (carrier, key, reference, part, parts, saved_at)
  select :carrier, key, reference, part, parts, :now
    from jsonb_to_recordset(:links::jsonb) as given (key text collate "C", reference text, part integer, parts integer)
   order by key
      on conflict (carrier, key) do update
     set reference = case when known.reference = excluded.reference and known.part = excluded.part then known.reference end,
         saved_at = excluded.saved_at`

const SETTLE = `
  insert into smsc_message as known (carrier, id, state, saved_at)
  values (:carrier, :id, :state::json, :now)
      on conflict (carrier, id) do update
     set state = coalesce(known.state, excluded.state)
  returning reference, part, parts, state`

const LINKED = `
  select id from smsc_message where carrier = :carrier and id = any (:ids::text[]) and reference is not null`

const ECHOED = `
  select reference, part, parts, null as state
    from smsc_echo
   where carrier = :carrier and key = :key and reference is not null`

const LINK_BY_ECHO = `
  update smsc_message
     set reference = :reference, part = :part, parts = :parts
   where carrier = :carrier and id = :id`

const OPEN_TEXTS = `
  insert into smsc_text (carrier, reference, parts, claimed_until, saved_at)
  select :carrier, reference, parts, :claimedUntil, :now
    from jsonb_to_recordset(:texts::jsonb) as given (reference text collate "C", parts integer)
   order by reference
      on conflict (carrier, reference) do nothing`

const LOCK_TEXTS = `
  select reference, parts, delivered, result, is_reported
    from smsc_text
   where carrier = :carrier and reference = any (:references::text[])
   order by reference
     for update`

/** The results are texts here: a JSON document of all would refuse NUL, which a carrier may have written. */
const SAVE_TEXTS = `
  update smsc_text
     set delivered = given.delivered, result = given.result, claimed_until = :claimedUntil
    from (
           select reference, delivered::integer[] as delivered, nullif(result, '')::json as result
             from unnest(:references::text[], :delivered::text[], :results::text[]) as each (reference, delivered, result)
           offset 0
         ) as given
   where smsc_text.carrier = :carrier and smsc_text.reference = given.reference`

const MARK_REPORTED = `
  update smsc_text
     set is_reported = true
   where carrier = :carrier and reference = any (:references::text[])`

/** Chooses once: a subquery might run again, and then skip what it has locked itself. */
const CLAIM = `
  with due as materialized (
    select reference
      from smsc_text
     where carrier = :carrier and result is not null and not is_reported and claimed_until <= :now
     order by claimed_until
     limit :limit
       for update skip locked
  )
  update smsc_text
     set claimed_until = :claimedUntil
    from due
   where smsc_text.carrier = :carrier and smsc_text.reference = due.reference
  returning smsc_text.reference, smsc_text.result`

const TRIMMED = [
  { table: 'smsc_message', key: 'id', since: 'saved_at' },
  { table: 'smsc_echo', key: 'key', since: 'saved_at' },
  { table: 'smsc_text', key: 'reference', since: 'saved_at' },
]
