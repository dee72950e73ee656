import type { Clock, InboundPart, InboundParts } from '@carillon/core'
import type { Knex } from 'knex'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { trimTable } from './trim-table.js'

export type PostgresInboundPartsOptions = {
  readonly knex: Knex
  readonly clock: Clock
  /** The SMSC, by its name in the file of carriers. */
  readonly carrier: string
}

const CLAIM_MS = 60_000
/** How long the parts of a finished text are known again. */
const FINISHED_MS = 600_000

/** Locks the text before its parts, so that exactly one of several parts that come together finds the text whole. */
export class PostgresInboundParts implements InboundParts {
  constructor(private readonly options: PostgresInboundPartsOptions) {}

  add(part: InboundPart): Promise<readonly InboundPart[] | null> {
    const { key, at } = part
    return this.options.knex.transaction(async (trx) => {
      await run(trx, OPEN, this.bind({ key, at }))
      const [text] = await rowsOf<TextRow>(trx, LOCK, this.bind({ key }))
      if (text!.finished_at !== null) {
        const known = (await this.partsOf(trx, [key])).find((one) => one.part === part.part)
        const isRecent = this.now() - text!.finished_at.getTime() < FINISHED_MS
        if (isRecent && known !== undefined && isSame(known, part)) return null
        await run(trx, REMOVE_PARTS, this.bind({ key }))
        await run(trx, REOPEN, this.bind({ key, at }))
      }
      await run(trx, ADD, this.bind({ ...part, octets: Buffer.from(part.octets).toString('hex') }))
      return this.partsOf(trx, [key])
    })
  }

  async finish(key: string): Promise<void> {
    await run(this.options.knex, FINISH, this.bind({ key }))
  }

  async trim(): Promise<void> {
    const { knex, carrier } = this.options
    await trimTable(knex, TRIMMED, { carrier, until: new Date(this.now() - FINISHED_MS) })
  }

  async claimOverdue({ before, limit }: Parameters<InboundParts['claimOverdue']>[0]) {
    const { knex } = this.options
    const claimed = await rowsOf<{ key: string }>(knex, CLAIM, this.bind({ before, limit }))
    const keys = claimed.map(({ key }) => key)
    const parts = await this.partsOf(knex, keys)
    return keys.map((key) => parts.filter((part) => part.key === key))
  }

  private async partsOf(trx: Database, keys: readonly string[]): Promise<readonly InboundPart[]> {
    return (await rowsOf<PartRow>(trx, PARTS, this.bind({ keys }))).map(fromRow)
  }

  private now(): number {
    return this.options.clock.now().getTime()
  }

  private bind<T extends object>(bindings: T) {
    const now = this.options.clock.now()
    const claimedUntil = new Date(now.getTime() + CLAIM_MS)
    return { ...bindings, carrier: this.options.carrier, now, claimedUntil }
  }
}

type TextRow = { readonly finished_at: Date | null }

type PartRow = {
  readonly key: string
  readonly part: number
  readonly parts: number
  readonly from_number: string
  readonly to_number: string
  readonly id: string
  readonly data_coding: number
  readonly octets: Buffer
  readonly at: Date
}

function fromRow({ key, part, parts, from_number, to_number, id, data_coding, octets, at }: PartRow): InboundPart {
  return {
    key,
    part,
    parts,
    from: from_number,
    to: to_number,
    id,
    dataCoding: data_coding,
    octets: Uint8Array.from(octets),
    at,
  }
}

function isSame(one: InboundPart, other: InboundPart): boolean {
  return one.dataCoding === other.dataCoding && Buffer.compare(one.octets, other.octets) === 0
}

const OPEN = `
  insert into smsc_inbound_text (carrier, key, began_at)
  values (:carrier, :key, :at)
      on conflict (carrier, key) do nothing`

const LOCK = 'select finished_at from smsc_inbound_text where carrier = :carrier and key = :key for update'

const REMOVE_PARTS = 'delete from smsc_inbound_part where carrier = :carrier and key = :key'

const REOPEN = `
  update smsc_inbound_text
     set began_at = :at, finished_at = null, claimed_until = '-infinity'
   where carrier = :carrier and key = :key`

const ADD = `
  insert into smsc_inbound_part (carrier, key, part, parts, from_number, to_number, id, data_coding, octets, at)
  values (:carrier, :key, :part, :parts, :from, :to, :id, :dataCoding, decode(:octets, 'hex'), :at)
      on conflict (carrier, key, part) do nothing`

const PARTS = `
  select key, part, parts, from_number, to_number, id, data_coding, octets, at
    from smsc_inbound_part
   where carrier = :carrier and key = any (:keys::text[])
   order by key, part`

const FINISH = `
  update smsc_inbound_text
     set finished_at = :now
   where carrier = :carrier and key = :key and finished_at is null`

/** Chooses once: a subquery might run again, and then skip what it has locked itself. */
const CLAIM = `
  with due as materialized (
    select key
      from smsc_inbound_text
     where carrier = :carrier and finished_at is null and began_at < :before and claimed_until <= :now
     order by began_at
     limit :limit
       for update skip locked
  )
  update smsc_inbound_text
     set claimed_until = :claimedUntil
    from due
   where smsc_inbound_text.carrier = :carrier and smsc_inbound_text.key = due.key
  returning smsc_inbound_text.key`

/** The parts are deleted with their text. */
const TRIMMED = { table: 'smsc_inbound_text', key: 'key', since: 'finished_at' }
