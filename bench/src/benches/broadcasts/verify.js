/**
 * Throws unless the provider got one text for each recipient, one message for each recipient is stored as sent, and
 * the ledger captured one of the two reserved credits for each message and released the other.
 */
export async function verify({ knex, account }, { id, count }, reports) {
  const references = new Set(reports.flatMap(({ references }) => references))
  const taken = reports.reduce((sum, { references }) => sum + references.length, 0)
  const repeated = reports.reduce((sum, { repeated }) => sum + repeated, 0)
  const characters = reports.reduce((sum, { characters }) => sum + characters, 0)
  expect('texts at the provider', references.size, count)
  expect('texts that were submitted twice', repeated + taken - references.size, 0)
  const [stored] = await rowsOf(knex, STORED, { account: account.id, id })
  expect('messages that are stored', stored.messages, count)
  expect('numbers with a message that is stored as sent', stored.sent, count)
  expect('characters of the stored texts', stored.characters, characters)
  const [broadcast] = await rowsOf(knex, BROADCAST, { account: account.id, id })
  expect('status of the broadcast', `${broadcast.status}, ${broadcast.sent} sent`, `completed, ${count} sent`)
  const [ledger] = await rowsOf(knex, LEDGER, { account: account.id, id })
  expect('credits captured, released and reserved', `${ledger.spent}, ${ledger.released}`, `${count}, ${count}`)
  expect('credits that are still reserved', ledger.reserved, 0)
}

const STORED = `
  select count(*)::integer as messages, sum(length(body))::integer as characters,
         count(distinct to_number) filter (where status = 'sent' and sent_at is not null)::integer as sent
    from message
   where account_id = :account and broadcast_id = :id`

const BROADCAST = 'select status, sent from broadcast where account_id = :account and id = :id'

const LEDGER = `
  select sum(amount) filter (where to_place = 'spent')::integer as spent,
         sum(amount) filter (where from_place = 'reserved' and to_place = 'available')::integer as released,
         (select sms_reserved::integer from credit_balance where account_id = :account) as reserved
    from ledger_entry
   where account_id = :account and reference = :id`

async function rowsOf(knex, statement, bindings) {
  const { rows } = await knex.raw(statement, bindings)
  return rows
}

function expect(what, got, expected) {
  if (got !== expected) throw new Error(`${what}: ${got}, expected ${expected}`)
}
