import { ERASED_ROW, mentionsNumber, type Erased, type ImportId, type ImportRow } from '@carillon/core'
import { fromStoredRows, toStoredRows, type StoredRow } from '../contact-imports/stored-rows.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'

/** The rows are not indexed by number: which column has numbers is known only when the file is imported. */
export async function eraseImportedRows(trx: Database, { account, phone }: Erased): Promise<number> {
  const given = { account, digits: phone.replace(/\D/g, '') }
  await run(trx, ALLOW_TIME, { account })
  await run(trx, LOCK_IMPORTS, { account })
  let erased = await countOf(trx, ERASE_REJECTED, given)
  for (const { import_id: id, step, rows } of await rowsOf<StepRow>(trx, STEPS, given)) {
    const before = fromStoredRows(rows)
    const after = before.map((row): ImportRow => (isOf(row, phone) ? { line: row.line, fault: ERASED_ROW } : row))
    erased += before.filter((row) => isOf(row, phone)).length
    await run(trx, SAVE_STEP, { account, id, step, rows: JSON.stringify(toStoredRows(after)) })
  }
  return erased
}

type StepRow = { readonly import_id: ImportId; readonly step: number; readonly rows: readonly StoredRow[] }

function isOf(row: ImportRow, phone: string): boolean {
  return 'cells' in row && mentionsNumber(row.cells, phone)
}

const ALLOW_TIME = `set local statement_timeout = '10min'`

const LOCK_IMPORTS = `
  select id
    from contact_import
   where account_id = :account and status in ('uploading', 'ready', 'checking', 'running')
   order by id
     for update`

/** The same rule as `mentionsNumber` in the core. */
const mentions = (cells: string) => `exists (
         select
           from json_array_elements_text(${cells}) as cell (value)
          cross join lateral (select regexp_replace(cell.value, '[^0-9]', '', 'g') as digits offset 0) as own
          where length(own.digits) >= 7 and :digits like '%' || ltrim(own.digits, '0')
       )`

const ERASE_REJECTED = `
  delete from rejected_row
   where account_id = :account and cells is not null and ${mentions('cells')}`

const STEPS = `
  select import_id, step, rows
    from contact_import_step
   where account_id = :account
     and exists (
           select
             from json_array_elements(rows) as entry (value)
            where json_typeof(entry.value -> 1) = 'array' and ${mentions('entry.value -> 1')}
         )
   order by import_id, step`

const SAVE_STEP = `
  update contact_import_step
     set rows = :rows
   where account_id = :account and import_id = :id and step = :step`
