import type { CarrierFailure, Clock, SmscLink, SmscLinks, SmscState, TextResult } from '@carillon/core'
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
      const ids = links.filter(({ kind }) => kind === 'id').sort(byKey)
      for (const link of links.filter(({ kind }) => kind === 'echo').sort(byKey))
        await run(trx, SAVE_ECHO, this.bind(link))
      const results: TextResult[] = []
      const messages: MessageRow[] = []
      for (const link of ids) messages.push(...(await rowsOf<MessageRow>(trx, SAVE_LINK, this.bind(link))))
      for (const message of messages.sort(byReference)) {
        const result = await this.combine(trx, message)
        if (result !== null) results.push(result)
      }
      return [...new Map(results.map((result) => [result.reference, result])).values()]
    })
  }

  settle({ id, echo, at, failure }: SmscState): Promise<TextResult | null> {
    const state: StateRow = { at: at && at.toISOString(), failure }
    return this.options.knex.transaction(async (trx) => {
      const found =
        id === null
          ? null
          : (await rowsOf<MessageRow>(trx, SETTLE, this.bind({ id, state: JSON.stringify(state) })))[0]!
      if (found != null && found.reference !== null) return this.combine(trx, found)
      const [echoed] = echo === null ? [] : await rowsOf<MessageRow>(trx, ECHOED, this.bind({ key: echo }))
      if (echoed === undefined) return null
      const { reference, part, parts } = echoed
      if (id !== null) await run(trx, LINK_BY_ECHO, this.bind({ id, reference, part, parts }))
      return this.combine(trx, { ...echoed, state: found?.state ?? state })
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

  /** The result of the text that a message with a state belongs to. */
  private async combine(trx: Database, message: MessageRow): Promise<TextResult | null> {
    const { reference, part, parts, state } = message
    if (reference === null || state === null) return null
    const bindings = { reference, parts }
    await run(trx, OPEN_TEXT, this.bind(bindings))
    const [text] = await rowsOf<TextRow>(trx, LOCK_TEXT, this.bind(bindings))
    if (text!.result !== null) return text!.is_reported ? null : resultOf(reference, text!.result)
    const delivered = state.failure === null ? [...new Set([...text!.delivered, part])] : text!.delivered
    const result = state.failure !== null || delivered.length === text!.parts ? state : null
    await run(
      trx,
      SAVE_TEXT,
      this.bind({ reference, delivered: delivered.map(String), result: result && JSON.stringify(result) }),
    )
    return result && resultOf(reference, result)
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

function byKey(one: SmscLink, other: SmscLink): number {
  return one.key < other.key ? -1 : Number(one.key > other.key)
}

function byReference(one: MessageRow, other: MessageRow): number {
  return one.reference! < other.reference! ? -1 : Number(one.reference! > other.reference!)
}

/** An id that the SMSC uses again belongs to the newer text, and its old state is of the older one. */
const SAVE_LINK = `
  insert into smsc_message as known (carrier, id, reference, part, parts, saved_at)
  values (:carrier, :key, :reference, :part, :parts, :now)
      on conflict (carrier, id) do update
     set state = case when known.reference is null or known.reference = excluded.reference then known.state end,
         reference = excluded.reference, part = excluded.part, parts = excluded.parts, saved_at = excluded.saved_at
  returning reference, part, parts, state`

const SAVE_ECHO = `
  insert into smsc_echo as known (carrier, key, reference, part, parts, saved_at)
  values (:carrier, :key, :reference, :part, :parts, :now)
      on conflict (carrier, key) do update
     set reference = case when known.reference = excluded.reference and known.part = excluded.part then known.reference end,
         saved_at = excluded.saved_at`

const SETTLE = `
  insert into smsc_message as known (carrier, id, state, saved_at)
  values (:carrier, :id, :state::json, :now)
      on conflict (carrier, id) do update
     set state = coalesce(known.state, excluded.state)
  returning reference, part, parts, state`

const ECHOED = `
  select reference, part, parts, null as state
    from smsc_echo
   where carrier = :carrier and key = :key and reference is not null`

const LINK_BY_ECHO = `
  update smsc_message
     set reference = :reference, part = :part, parts = :parts
   where carrier = :carrier and id = :id`

const OPEN_TEXT = `
  insert into smsc_text (carrier, reference, parts, claimed_until, saved_at)
  values (:carrier, :reference, :parts, :claimedUntil, :now)
      on conflict (carrier, reference) do nothing`

const LOCK_TEXT = 'select * from smsc_text where carrier = :carrier and reference = :reference for update'

const SAVE_TEXT = `
  update smsc_text
     set delivered = :delivered::integer[], result = :result::json, claimed_until = :claimedUntil
   where carrier = :carrier and reference = :reference`

const MARK_REPORTED = `
  update smsc_text
     set is_reported = true
   where carrier = :carrier and reference = any (:references::text[])`

const CLAIM = `
  update smsc_text
     set claimed_until = :claimedUntil
   where carrier = :carrier
     and reference in (
           select reference from smsc_text
            where carrier = :carrier and result is not null and not is_reported and claimed_until <= :now
            order by claimed_until
            limit :limit
              for update skip locked
         )
  returning reference, result`

const TRIMMED = [
  { table: 'smsc_message', key: 'id', since: 'saved_at' },
  { table: 'smsc_echo', key: 'key', since: 'saved_at' },
  { table: 'smsc_text', key: 'reference', since: 'saved_at' },
]
