import type { AccountId, Message, MessageId } from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { isUniqueViolation, SERIALIZATION_FAILURE } from '../sql/sql-state.js'
import { countOf, type Bindings, type Database } from '../sql/sql.js'
import { MESSAGE_COLUMNS, SAVED_MESSAGES, toRow } from './message-row.js'

/** From this number on, usually all messages are new, and checking each one first would take 20% longer. */
const MANY = 20

/** Returns the ids of the messages that did not exist before. */
export async function addMessages(
  trx: Database,
  account: AccountId,
  messages: readonly Message[],
): Promise<readonly MessageId[]> {
  const rows = messages.map(toRow)
  if (messages.some(isKnownByProvider)) return addOneByOne(trx, ADD_INBOUND, { account, ...SAVED_MESSAGES.of(rows) })
  if (messages.length >= MANY && (await addAllOrNone(trx, account, rows))) return rows.map(({ id }) => id)
  return addOneByOne(trx, ADD, { account, ...SAVED_MESSAGES.of(rows) })
}

function isKnownByProvider({ direction, providerId }: Message): boolean {
  return direction === 'inbound' && providerId !== null
}

async function addOneByOne(trx: Database, statement: string, bindings: Bindings): Promise<readonly MessageId[]> {
  const rows = await preparedRowsOf<{ id: MessageId }>(trx, statement, bindings)
  return rows.map(({ id }) => id)
}

/** Returns false and adds none if a message exists whose id is one of these ids or sorts between them. */
async function addAllOrNone(
  trx: Database,
  account: AccountId,
  rows: readonly ReturnType<typeof toRow>[],
): Promise<boolean> {
  const ids = [...new Set(rows.map(({ id }) => id))].sort()
  if (ids.length < rows.length) return false
  const { sql, bindings } = SAVED_MESSAGES.fitted(rows)
  const range = { first: ids[0]!, last: ids.at(-1)! }
  try {
    return (await countOf(trx, addAllFrom(sql), { account, ...range, ...bindings })) > 0
  } catch (error) {
    throw isUniqueViolation(error) ? addedMeanwhile(error) : error
  }
}

/** An error that makes the unit of work run again, like a serialization failure in Postgres. */
function addedMeanwhile(cause: unknown): Error {
  const error = new Error('Another transaction has added some of the same messages', { cause })
  return Object.assign(error, { code: SERIALIZATION_FAILURE })
}

const ADDED_COLUMNS = ['account_id', ...Object.keys(MESSAGE_COLUMNS)].join(', ')

const ADD = `
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from ${SAVED_MESSAGES.sql}
   order by saved.id collate "C"
      on conflict (account_id, id) do nothing
  returning id`

const addAllFrom = (rows: string) => `
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from ${rows}
   where not exists (
           select from message as known
            where known.account_id = :account and known.id >= :first and known.id <= :last
         )
   order by saved.id collate "C"`

/** Adds in sorted order, and an inbound text only if it is new. Waits for a transaction that adds the same text. */
const ADD_INBOUND = `
  with saved as materialized (select saved.* from ${SAVED_MESSAGES.sql}),
  known as (
    insert into inbound_text (account_id, provider_id, message_id)
    select :account, saved.provider_id, saved.id
      from saved
     where saved.direction = 'inbound' and saved.provider_id is not null
     order by saved.provider_id collate "C", saved.id collate "C"
        on conflict (account_id, provider_id) do nothing
    returning message_id
  )
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from saved
   where saved.direction = 'outbound' or saved.provider_id is null or saved.id in (select message_id from known)
   order by saved.id collate "C"
      on conflict (account_id, id) do nothing
  returning id`
