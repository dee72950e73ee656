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
         broadcast_id as broadcast, coalesce(tries, '[]') as tries, coalesce(was_sent, false) as was_sent,
         coalesce(was_unknown, false) as was_unknown
    from message
    left join message_past on message_past.id = message.id
    join account on account.id = account_id
   where direction = 'outbound'`

/** From now on, remembers which messages were sent, or had an unknown outcome, before a receipt changed that. */
export async function watchMessages(service) {
  for (const statement of WATCH_MESSAGES) await service.sql(statement)
}

const WATCH_MESSAGES = [
  'create table message_past (id text primary key, was_sent boolean not null, was_unknown boolean not null)',
  `create function remember_message() returns trigger language plpgsql as $$
     begin
       insert into message_past values (new.id, new.status = 'sent', new.failure_type is not distinct from 'unknown_outcome')
       on conflict (id) do update
          set was_sent = message_past.was_sent or excluded.was_sent,
              was_unknown = message_past.was_unknown or excluded.was_unknown;
       return null;
     end
   $$`,
  `create trigger remember_message after insert or update on message
     for each row when (new.direction = 'outbound') execute function remember_message()`,
]
