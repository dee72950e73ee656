import type {
  AccountId,
  CustomField,
  CustomFieldKey,
  CustomFieldStatus,
  CustomFieldStore,
  CustomFieldType,
} from '@carillon/core'
import type { Knex } from 'knex'
import { countOf, rowsOf } from './sql.js'

export class PostgresCustomFieldStore implements CustomFieldStore {
  constructor(private readonly trx: Knex) {}

  async of(account: AccountId): Promise<readonly CustomField[]> {
    return (await rowsOf<CustomFieldRow>(this.trx, OF, { account })).map(fromRow)
  }

  async put({ account, key, label, type, options, status }: CustomField): Promise<void> {
    await countOf(this.trx, PUT, { account, key, label, type, options, status })
  }

  async remove(account: AccountId, key: CustomFieldKey): Promise<void> {
    await countOf(this.trx, REMOVE, { account, key })
    await countOf(this.trx, CLEAR_VALUES, { account, key })
  }
}

type CustomFieldRow = {
  readonly account_id: AccountId
  readonly key: CustomFieldKey
  readonly label: string
  readonly type: CustomFieldType
  readonly options: readonly string[]
  readonly status: CustomFieldStatus
}

const OF = `
  select account_id, key, label, type, options, status from custom_field where account_id = :account order by key`

const PUT = `
  insert into custom_field (account_id, key, label, type, options, status)
  values (:account, :key, :label, :type, :options, :status)
  on conflict (account_id, key) do update
     set label = excluded.label, type = excluded.type, options = excluded.options, status = excluded.status`

const REMOVE = 'delete from custom_field where account_id = :account and key = :key'

/** Contacts are locked in the order in which everybody locks them. */
const CLEAR_VALUES = `
  with held as (
    select contact.phone
      from contact
     where contact.account_id = :account and contact.custom_values -> :key is not null
     order by contact.phone
       for update
  )
  update contact
     set custom_values = contact.custom_values - :key
    from held
   where contact.account_id = :account and contact.phone = held.phone`

function fromRow({ account_id: account, key, label, type, options, status }: CustomFieldRow): CustomField {
  return { account, key, label, type, options, status }
}
