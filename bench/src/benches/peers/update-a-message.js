import pg from 'pg'

const LOOPS = 10
const CLAIMED_TOGETHER = 100

/**
 * What a good engineer would write in an afternoon. Each message is a row; 100 rows at a time are claimed with `for
 * update skip locked`, rendered and submitted, ten at once, with one UPDATE for each outcome.
 */
export async function updateAMessage({ url, contacts, body }) {
  const pool = new pg.Pool({ connectionString: url, max: LOOPS })
  await pool.query(TABLES)
  await pool.query(
    `insert into peer_contact
     select * from json_to_recordset($1) as given (phone text, first_name text, last_name text, postal_code text)`,
    [JSON.stringify(contacts)],
  )
  return {
    enqueue: (count) => pool.query(ENQUEUE, [count]),
    async run(count) {
      await Promise.all(Array.from({ length: LOOPS }, () => work(pool, body)))
      return count
    },
    /** The number of messages that were not sent. */
    async left() {
      const { rows } = await pool.query(`select count(*)::integer as many from peer_message where status <> 'sent'`)
      return rows[0].many
    },
    stop: () => pool.end(),
  }
}

async function work(pool, body) {
  for (;;) {
    const { rows } = await pool.query(CLAIM, [CLAIMED_TOGETHER])
    if (rows.length === 0) return
    for (const { id, ...contact } of rows) {
      const text = body.replace(/{{contact_(\w+)}}/g, (_, name) => contact[COLUMNS[name]] ?? '')
      const providerId = await submit(id, text)
      await pool.query(SENT, [id, text, providerId])
    }
  }
}

const COLUMNS = { first_name: 'first_name', last_name: 'last_name', zip_code: 'postal_code' }

async function submit(id, text) {
  return `instant_${id}_${text.length}`
}

const TABLES = `
  create table peer_contact (
    phone text primary key, first_name text, last_name text, postal_code text, opted_in boolean default true
  );
  create table peer_message (
    id bigserial primary key, to_number text, from_number text, body text, status text, provider_id text,
    created_at timestamptz default now(), sent_at timestamptz
  );
  create index on peer_message (to_number);
  create index on peer_message (created_at);
  create index on peer_message (id) where status = 'queued'`

const ENQUEUE = `
  insert into peer_message (to_number, from_number, status)
  select phone, '+12025550100', 'queued' from peer_contact limit $1`

const CLAIM = `
  update peer_message
     set status = 'sending'
    from peer_contact
   where peer_message.id in (
           select id from peer_message where status = 'queued' order by id limit $1 for update skip locked
         )
     and peer_contact.phone = peer_message.to_number and peer_contact.opted_in
  returning peer_message.id, peer_contact.first_name, peer_contact.last_name, peer_contact.postal_code`

const SENT = `update peer_message set status = 'sent', body = $2, provider_id = $3, sent_at = now() where id = $1`
