import { Gatherer, type ForgottenPhone } from '@carillon/core'
import type { Knex } from 'knex'
import type { Behaviour } from './behaviour.js'
import type { ProviderResponse, Outbox, Stats, Taken, Terms } from './outbox.js'
import type { PhoneText } from './phone-text.js'
import { fromStoredSubmissionRow, toBehaviourRow, type StoredSubmissionRow } from './rows.js'
import { rowsOf, run } from './statements.js'
import { outcomeOf, type Candidate, type SentReceipt, type SimMessage, type WrittenText } from './stored-submission.js'
import { submitPlain, type Plain } from './submit-plain.js'
import { behavioursOf, submitWithCounters } from './submit-with-counters.js'
import { createTables } from './tables.js'
import { KEEP_RECEIPT, KEEP_WRITTEN, textsOf, toWrittenRow } from './text-rows.js'

/** Uses separate tables in the service's database. All processes share the data, which is kept when they end. */
export function postgresOutbox({ knex }: { knex: Knex }): Outbox {
  return new PostgresOutbox(knex)
}

/** How many times a batch is retried if another process submits some of its messages at the same moment. */
const ROUNDS_MAX = 10
/** How many calls are stored by one statement. */
const CALLS_MAX = 100

class PostgresOutbox implements Outbox {
  private opened: Promise<void> | null = null
  private readonly plain = new Gatherer({
    max: CALLS_MAX,
    work: (plain: readonly Plain[]) => submitPlain(this.knex, plain),
  })

  constructor(private readonly knex: Knex) {}

  open(): Promise<void> {
    this.opened ??= createTables(this.knex).catch((error: unknown) => {
      this.opened = null
      throw error
    })
    return this.opened
  }

  /** Usually one statement accepts all messages, because no special behaviour applies and all references are new. */
  async take(candidates: readonly Candidate[], terms: Terms): Promise<Taken> {
    await this.open()
    const responses = new Map<string, ProviderResponse>()
    let general: Behaviour | null = null
    if (terms.room.count >= candidates.length) {
      const plain = await this.plain.add({ candidates, now: terms.now })
      general = plain.general
      for (const [id, response] of plain.responses) responses.set(id, response)
    }
    for (let round = 0; responses.size < candidates.length; round++) {
      if (round === ROUNDS_MAX)
        throw new Error(`Other processes have submitted the same messages ${ROUNDS_MAX} times in a row`)
      const left = candidates.filter(({ id }) => !responses.has(id))
      const careful = await this.knex.transaction((trx) => submitWithCounters(trx, left, terms))
      for (const [id, response] of careful.responses) responses.set(id, response)
      general = careful.general
    }
    return { responses: candidates.map(({ id }) => responses.get(id)!), general }
  }

  async find(references: readonly string[]) {
    await this.open()
    const rows = await rowsOf<StoredSubmissionRow>(this.knex, FIND, { references })
    return new Map(rows.map(fromStoredSubmissionRow).map((kept) => [kept.reference, outcomeOf(kept)]))
  }

  async behave(behaviour: Behaviour) {
    await this.open()
    await this.knex.transaction(async (trx) => {
      await trx.raw('lock table fake_sms_behaviour in exclusive mode')
      if (behaviour.to === null) await trx.raw('delete from fake_sms_behaviour')
      await run(trx, BEHAVE, toBehaviourRow(behaviour))
    })
  }

  async general() {
    await this.open()
    const behaviours = await behavioursOf(this.knex, [])
    return behaviours.get(null) ?? null
  }

  async list({ to, limit }: { readonly to: string | null; readonly limit: number }): Promise<readonly SimMessage[]> {
    await this.open()
    const rows = await rowsOf<StoredSubmissionRow>(this.knex, to === null ? LIST : LIST_OF_PHONE, { to, limit })
    return rows.map(fromStoredSubmissionRow)
  }

  async findMessage(id: string): Promise<SimMessage | null> {
    await this.open()
    const [row] = await rowsOf<StoredSubmissionRow>(this.knex, FIND_MESSAGE, { id })
    return row === undefined ? null : fromStoredSubmissionRow(row)
  }

  async keepWritten(text: WrittenText) {
    await this.open()
    await run(this.knex, KEEP_WRITTEN, toWrittenRow(text))
  }

  async keepReceipt({ reference, failure }: SentReceipt) {
    await this.open()
    await run(this.knex, KEEP_RECEIPT, { reference, receipt: JSON.stringify({ failure }) })
  }

  async texts(query: { readonly phone: string | null; readonly limit: number }): Promise<readonly PhoneText[]> {
    await this.open()
    return textsOf(this.knex, query)
  }

  async stats(): Promise<Stats> {
    await this.open()
    const [row] = await rowsOf<Record<keyof Stats, string>>(this.knex, STATS, {})
    return {
      delivered: Number(row!.delivered),
      deduplicated: Number(row!.deduplicated),
      refused: Number(row!.refused),
    }
  }

  async clear() {
    await this.open()
    await this.knex.raw('truncate fake_sms_submission, fake_sms_written')
  }

  async forget({ account, phone, senders }: ForgottenPhone): Promise<boolean> {
    await this.open()
    const [row] = await rowsOf<{ was_known: boolean }>(this.knex, FORGET, { phone, senders, ours: `${account}.` })
    return row!.was_known
  }
}

const BEHAVE = `
  insert into fake_sms_behaviour
    (phone, outcome, times, latency_ms, deduplicates, can_be_asked, messages_per_second)
  values (:phone, :outcome, :times, :latency_ms, :deduplicates, :can_be_asked, :messages_per_second)
  on conflict (phone) do update set
    outcome = excluded.outcome, times = excluded.times, latency_ms = excluded.latency_ms,
    deduplicates = excluded.deduplicates, can_be_asked = excluded.can_be_asked,
    messages_per_second = excluded.messages_per_second`

const FIND = `select * from fake_sms_submission where copy = '' and reference = any(:references)`
const FORGET = `
  with submissions as (
    delete from fake_sms_submission where phone = :phone and starts_with(reference, :ours) returning id
  ),
  written as (
    delete from fake_sms_written where phone = :phone and sender = any (:senders) returning id
  ),
  forgotten as (select id from submissions union all select id from written),
  behaviour as (
    delete from fake_sms_behaviour
     where phone = :phone and exists (select from forgotten)
       and not exists (
             select from fake_sms_submission where phone = :phone and not starts_with(reference, :ours)
           )
       and not exists (select from fake_sms_written where phone = :phone and sender <> all (:senders))
  )
  select exists (select from forgotten) as was_known`
const FIND_MESSAGE = 'select * from fake_sms_submission where id = :id and failure_type is null'
const LIST = 'select * from fake_sms_submission where failure_type is null order by id desc limit :limit'
const LIST_OF_PHONE = `
  select * from fake_sms_submission where phone = :to and failure_type is null order by id desc limit :limit`
const STATS = `
  select count(*) filter (where failure_type is null) as delivered,
         coalesce(sum(repetitions), 0) as deduplicated,
         count(*) filter (where failure_type is not null) as refused
    from fake_sms_submission`
