/** The outbound messages as they are stored, and which text of a carrier belongs to which. */
export async function readMessages(service) {
  const rows = await service.sql(MESSAGES)
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  const byPhone = groupBy(rows, 'phone')
  return {
    rows,
    /** SMPP has no field for the reference. */
    of({ reference, to, id }) {
      if (reference !== null) return byReference.get(reference)
      const [first, ...others] = byPhone.get(to) ?? []
      return others.length === 0 ? first : [first, ...others].find(({ provider_id: own }) => own === id)
    },
    byPhone,
  }
}

/** The rows by one of their columns. */
export function groupBy(rows, column) {
  const groups = new Map()
  for (const row of rows) groups.set(row[column], [...(groups.get(row[column]) ?? []), row])
  return groups
}

export function isUnknown({ failure_type: type }) {
  return type === 'unknown_outcome'
}

const MESSAGES = `
  select message.id, account_id || '.' || message.id as reference, account.name as account, to_number as phone,
         from_number as sender, message.status, phase, failure_type, provider_id, delivered_at, cost_sms,
         broadcast_id as broadcast, coalesce(tries, '[]') as tries, unknown_message.id is not null as was_unknown
    from message
    left join unknown_message on unknown_message.id = message.id
    join account on account.id = account_id
   where direction = 'outbound'`

/** From now on, remembers the messages whose outcome was unknown at some time, also if a receipt resolves it. */
export async function watchUnknown(service) {
  for (const statement of WATCH_UNKNOWN) await service.sql(statement)
}

const WATCH_UNKNOWN = [
  'create table unknown_message (id text primary key)',
  `create function remember_unknown() returns trigger language plpgsql as $$
     begin
       insert into unknown_message values (new.id) on conflict do nothing;
       return null;
     end
   $$`,
  `create trigger remember_unknown after insert or update on message
     for each row when (new.failure_type = 'unknown_outcome') execute function remember_unknown()`,
]
