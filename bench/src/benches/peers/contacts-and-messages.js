/**
 * The work of a message, for the queues: the consent and the contact are read, the text is rendered and submitted, and
 * the message is stored with its outcome. Each queue may work on as many messages at once as it can fetch.
 */
export async function contactsAndMessages(pool, { contacts, body }) {
  await pool.query(TABLES)
  await pool.query(
    `insert into peer_contact
     select row_number() over (), given.*
       from json_to_recordset($1) as given (phone text, first_name text, last_name text, postal_code text)`,
    [JSON.stringify(contacts)],
  )
  await pool.query('analyze peer_contact')
  return {
    async send(numbers) {
      const { rows } = await pool.query({ name: 'read', text: READ, values: [numbers] })
      const sent = rows.map(({ phone, ...contact }) => {
        const text = body.replace(/{{contact_(\w+)}}/g, (_, name) => contact[COLUMNS[name]] ?? '')
        return { phone, text, providerId: `instant_${phone}_${text.length}` }
      })
      const columns = [
        sent.map(({ phone }) => phone),
        sent.map(({ text }) => text),
        sent.map(({ providerId }) => providerId),
      ]
      await pool.query({ name: 'store', text: STORE, values: columns })
    },
    /** The number of stored messages; they are removed, so that each round finds the same tables. */
    async take() {
      const { rows } = await pool.query('select count(*)::integer as many from peer_message')
      await pool.query('truncate peer_message')
      return rows[0].many
    },
  }
}

const COLUMNS = { first_name: 'first_name', last_name: 'last_name', zip_code: 'postal_code' }

/** The same indexes as in the peer with UPDATEs, but for the index of queued messages. */
const TABLES = `
  create table peer_contact (
    n bigint primary key, phone text, first_name text, last_name text, postal_code text, opted_in boolean default true
  );
  create table peer_message (
    id bigserial primary key, to_number text, from_number text, body text, status text, provider_id text,
    created_at timestamptz default now(), sent_at timestamptz
  );
  create index on peer_message (to_number);
  create index on peer_message (created_at)`

const READ = `
  select phone, first_name, last_name, postal_code from peer_contact where n = any ($1::bigint[]) and opted_in`

const STORE = `
  insert into peer_message (to_number, from_number, body, status, provider_id, sent_at)
  select phone, '+12025550100', body, 'sent', provider_id, now()
    from unnest($1::text[], $2::text[], $3::text[]) as sent (phone, body, provider_id)`
