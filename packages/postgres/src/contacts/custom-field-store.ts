import type { AccountId, CustomField, CustomFieldKey, CustomFieldStore } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { OUTDATED } from './contact-search.js'

export class PostgresCustomFieldStore implements CustomFieldStore {
  constructor(private readonly trx: Database) {}

  async of(account: AccountId): Promise<readonly CustomField[]> {
    return rowsOf<CustomField>(this.trx, OF, { account })
  }

  async lockShared(account: AccountId): Promise<readonly CustomField[]> {
    return rowsOf<CustomField>(this.trx, LOCK_SHARED, { account })
  }

  async put(field: CustomField): Promise<void> {
    await run(this.trx, PUT, field)
  }

  async remove(account: AccountId, key: CustomFieldKey): Promise<void> {
    await run(this.trx, REMOVE, { account, key })
    await run(this.trx, CLEAR_VALUES, { account, key })
  }
}

const OF = `
  select account_id as account, key, label, type, options, status
    from custom_field
   where account_id = :account
   order by key`

/** Prevents only the removal: a field can still be renamed. */
const LOCK_SHARED = `${OF} for key share`

const PUT = `
  insert into custom_field (account_id, key, label, type, options, status)
  values (:account, :key, :label, :type, :options, :status)
  on conflict (account_id, key) do update
     set label = excluded.label, type = excluded.type, options = excluded.options, status = excluded.status`

const REMOVE = 'delete from custom_field where account_id = :account and key = :key'

/** Locks contacts in the order that all stores use. */
const CLEAR_VALUES = `
  with held as (
    select contact.account_id, contact.phone
      from contact
     where contact.account_id = :account and contact.custom_values -> :key is not null
     order by contact.phone
       for update
  )
  update contact
     set custom_values = contact.custom_values - :key, folded = contact.folded - :key, search = '${OUTDATED} ' || contact.search
    from held
   where contact.account_id = held.account_id and contact.phone = held.phone`
