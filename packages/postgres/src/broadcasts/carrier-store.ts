import { isoOf, type AccountId, type CarrierStore, type LineType, type LookUp, type PhoneNumber } from '@carillon/core'
import { namingAccount } from '../placements/naming-accounts.js'
import { recordset } from '../sql/recordset.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresCarrierStore implements CarrierStore {
  constructor(private readonly trx: Database) {}

  async known(
    account: AccountId,
    phones: readonly PhoneNumber[],
    since: Date,
  ): Promise<ReadonlyMap<PhoneNumber, LineType>> {
    const bindings = { account, phones: phones.join(','), since }
    const rows = await rowsOf<KnownRow>(this.trx, KNOWN, bindings)
    return new Map(rows.flatMap((row) => row.phones.split(',').map((phone) => [phone as PhoneNumber, row.line_type])))
  }

  async save(account: AccountId, lookUps: readonly LookUp[]): Promise<void> {
    if (lookUps.length === 0) return
    await run(this.trx, SAVE, { account, ...SAVED.of(newestOf(lookUps).map(toRow)) })
  }

  async trim(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until, limit })
  }
}

type KnownRow = { readonly line_type: LineType; readonly phones: string }

/**
 * A number contains no comma, and usually all numbers are found, so those of a line type are returned as one text, which
 * is cheaper than a row for each. The planner does not see the account, and looks up each number by its key: otherwise it
 * would read all numbers of a new account, of which it does not know how many there are. Not prepared, because a plan
 * made while the table is small would read all of it.
 */
const KNOWN = namingAccount(
  (own) => `
  with given as materialized (select :account::text as account_id, string_to_array(:phones, ',') as phones)
  select found.line_type, string_agg(found.phone, ',') as phones
    from given
   cross join lateral unnest(given.phones) as wanted (phone)
   cross join lateral (
           select phone, line_type, looked_up_at
             from carrier_look_up
            where ${own('carrier_look_up')}carrier_look_up.account_id = given.account_id
              and phone = wanted.phone
           offset 0
         ) as found
   where found.looked_up_at > :since
   group by found.line_type`,
)

const SAVED = recordset<ReturnType<typeof toRow>>('saved', {
  phone: 'text',
  name: 'text',
  line_type: 'text',
  looked_up_at: 'timestamptz',
})

/** Sorted by number, so that concurrent saves of the same numbers cannot deadlock. */
const SAVE = `
  insert into carrier_look_up (account_id, phone, name, line_type, looked_up_at)
  select :account, saved.phone, saved.name, saved.line_type, saved.looked_up_at
    from ${SAVED.sql}
   order by saved.phone collate "C"
      on conflict (account_id, phone) do update
     set name = excluded.name, line_type = excluded.line_type, looked_up_at = excluded.looked_up_at
   where carrier_look_up.looked_up_at < excluded.looked_up_at`

const TRIM = trimStatement({ table: 'carrier_look_up', key: ['phone'], since: 'looked_up_at' })

/** The newest look-up of each number, because one statement can change each row only once. */
function newestOf(lookUps: readonly LookUp[]): readonly LookUp[] {
  const newest = new Map<PhoneNumber, LookUp>()
  for (const lookUp of lookUps) {
    const before = newest.get(lookUp.phone)
    if (before === undefined || before.at < lookUp.at) newest.set(lookUp.phone, lookUp)
  }
  return [...newest.values()]
}

function toRow({ phone, carrier, at }: LookUp) {
  return { phone, name: carrier.name, line_type: carrier.lineType, looked_up_at: isoOf(at) }
}
