/** Checks, with nothing in flight, that no credits are reserved and sent messages are paid for; returns their cost. */
export async function judgeLedger(service, name) {
  const { reserved, spent, cost } = await readLedger(service, name)
  if (reserved !== '0') throw new Error(`${reserved} credits are still reserved`)
  if (spent !== cost) throw new Error(`${spent} credits were spent on messages that cost ${cost}`)
  return Number(spent)
}

/** Throws if the entries do not sum to the balance, as they must at any instant. */
export async function readLedger(service, name) {
  const [account] = await service.sql('select id from account where name = :name', { name })
  const [row] = await service.sql(LEDGER, account)
  if (row.available !== row.available_entries || row.reserved !== row.reserved_entries) {
    throw new Error(`the balance and its entries differ: ${JSON.stringify(row)}`)
  }
  return row
}

const LEDGER = `
  select sms_available::text as available, sms_reserved::text as reserved,
         (select coalesce(sum(case when to_place = 'available' then amount when from_place = 'available' then -amount end), 0)::text
            from ledger_entry where account_id = :id and unit = 'sms') as available_entries,
         (select coalesce(sum(case when to_place = 'reserved' then amount when from_place = 'reserved' then -amount end), 0)::text
            from ledger_entry where account_id = :id and unit = 'sms') as reserved_entries,
         (select coalesce(sum(amount), 0)::text
            from ledger_entry where account_id = :id and unit = 'sms' and to_place = 'spent') as spent,
         (select coalesce(sum(cost_sms), 0)::text
            from message where account_id = :id and status = 'sent' and direction = 'outbound') as cost
    from credit_balance
   where account_id = :id`
