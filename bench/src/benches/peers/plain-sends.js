import express from 'express'
import pg from 'pg'
import { portOf } from '../../shared/port-of.js'

/**
 * A simple implementation of a send: a route and four separate statements. No transaction, no key, no retry: a crash
 * may leave a send half done. Its arguments are the URL of a database and the number of accounts; it reports its port.
 */
const [url, accounts] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
await createTables(Number(accounts))

const app = express()
app.use(express.json())
app.post('/api/v1/messaging/message', async (req, res) => {
  const { to, from, body } = req.body
  const [id] = Buffer.from(req.headers.authorization.slice('Basic '.length), 'base64').toString().split(':')
  const key = await pool.query('select account_id from peer_key where id = $1', [id])
  const account = key.rows[0].account_id
  const consent = await pool.query('select opted_in from peer_consent where account_id = $1 and phone = $2', [
    account,
    to,
  ])
  if (!consent.rows[0].opted_in) return res.status(400).json({ message: 'not opted in' })
  await pool.query('update peer_account set credits = credits - 2 where id = $1 and credits >= 2', [account])
  const message = await pool.query(
    `insert into peer_message (account_id, to_number, from_number, body, status, created_at)
     values ($1, $2, $3, $4, 'sent', now()) returning id, created_at`,
    [account, to, from, body],
  )
  res.status(201).json({ ...message.rows[0], to, from, body, status: 'sent' })
})
const server = app.listen(0, '127.0.0.1', () => process.send(portOf(server)))

async function createTables(count) {
  await pool.query(`
    create table peer_account (id bigint primary key, credits bigint not null);
    create table peer_key (id text primary key, account_id bigint not null);
    create table peer_consent (account_id bigint, phone text, opted_in boolean, primary key (account_id, phone));
    create table peer_message (
      id bigserial primary key, account_id bigint, to_number text, from_number text, body text, status text,
      created_at timestamptz
    );
    create index on peer_message (account_id, created_at desc)`)
  await pool.query('insert into peer_account select n, 1000000000 from generate_series(0, $1::int - 1) as n', [count])
  await pool.query(`insert into peer_key select 'key_' || n, n from generate_series(0, $1::int - 1) as n`, [count])
  await pool.query(
    `insert into peer_consent select n, '+12025550123', true from generate_series(0, $1::int - 1) as n`,
    [count],
  )
}
