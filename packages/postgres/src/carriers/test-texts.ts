import type { CarrierFailure, Clock, SubmissionOutcome, TestText, TestTextKey, TestTexts } from '@carillon/core'
import type { Knex } from 'knex'
import { rowsOf, run } from '../sql/sql.js'

export type PostgresTestTextsOptions = { readonly knex: Knex; readonly clock: Clock }

const KEPT_MS = 86_400_000
const TRIM_MAX = 1_000

export class PostgresTestTexts implements TestTexts {
  constructor(private readonly options: PostgresTestTextsOptions) {}

  /** Also deletes old texts. */
  async begin(text: TestTextKey): Promise<void> {
    const { knex, clock } = this.options
    const at = clock.now()
    const until = new Date(at.getTime() - KEPT_MS)
    const old = await rowsOf<TestTextKey>(knex, OLD, { until, limit: TRIM_MAX })
    if (old.length > 0) await run(knex, TRIM, { until, ...columnsOf(old) })
    await run(knex, BEGIN, { ...keyOf(text), at })
  }

  async submitted(text: TestTextKey, outcome: SubmissionOutcome): Promise<TestText> {
    const bindings = { ...keyOf(text), outcome: JSON.stringify(outcome) }
    const [row] = await rowsOf<Pick<Row, 'result'>>(this.options.knex, SUBMITTED, bindings)
    return { reference: text.reference, outcome, receipt: row?.result ?? null }
  }

  async receive(text: TestTextKey, failure: CarrierFailure | null): Promise<void> {
    const result: Row['result'] = { failure }
    await run(this.options.knex, RECEIVE, { ...keyOf(text), result: JSON.stringify(result) })
  }

  async find(text: TestTextKey): Promise<TestText | null> {
    const [row] = await rowsOf<Row>(this.options.knex, FIND, keyOf(text))
    return row === undefined ? null : { reference: text.reference, outcome: row.outcome, receipt: row.result }
  }
}

type Row = { readonly outcome: SubmissionOutcome; readonly result: TestText['receipt'] }

function keyOf({ carrier, reference }: TestTextKey) {
  return { carrier, reference }
}

function columnsOf(texts: readonly TestTextKey[]) {
  return { carriers: texts.map(({ carrier }) => carrier), references: texts.map(({ reference }) => reference) }
}

const BEGIN = `
  insert into test_text (carrier, reference, at)
  values (:carrier, :reference, :at)`

const SUBMITTED = `
  update test_text
     set outcome = :outcome::json
   where carrier = :carrier and reference = :reference
  returning result`

const RECEIVE = `
  update test_text
     set result = :result::json
   where carrier = :carrier and reference = :reference and result is null`

const FIND = `
  select outcome, result
    from test_text
   where carrier = :carrier and reference = :reference and outcome is not null`

const OLD = 'select carrier, reference from test_text where at <= :until limit :limit'

/** Names its rows, because on Citus every node runs it on its own copy of the table. */
const TRIM = `
  delete from test_text
   where (carrier, reference) in (select * from unnest(:carriers::text[], :references::text[]))`
