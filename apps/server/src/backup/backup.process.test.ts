import { expect, jest, test } from '@jest/globals'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { DEMO_SENDER } from '../start/demo/demo-account.js'
import type { Process } from '../testing/service/a-process.js'
import {
  aCarillon,
  aFolder,
  baseOf,
  basicOf,
  demoKeyOf,
  embedded,
  started,
  stopsCleanly,
} from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

jest.setTimeout(300_000)

const MEMBERS = Array.from({ length: 400 }, (_, n) => `+1505555${String(n).padStart(4, '0')}`)

test('a backup made during a broadcast restores one consistent state, and the broadcast then completes', async () => {
  const [dataDir, files] = [await aFolder(), await aFolder()]
  const server = await started({ dataDir })
  await enrol(server, dataDir)
  await inDatabase(dataDir, (sql) => sql('update sender set messages_per_second = 10'))
  const recipients = MEMBERS.map((to) => ({ to }))
  await post(server, '/messaging/broadcast', { from: DEMO_SENDER, body: 'Ding', recipients })
  await waitUntil(async () => (await texts(server)).length > 0)

  const file = join(files, 'monday.backup')
  const backup = aCarillon(['backup', file], { CARILLON_DATA_DIR: dataDir })
  expect([await backup.ended, backup.stderr()]).toEqual([0, ''])
  expect(backup.stdout()).toMatch(/monday\.backup: \d+ tables, \d+ rows, .* in .* s\n$/)
  expect(await readdir(files)).toEqual(['monday.backup'])
  await createContact(server, '+12025550166')

  const restored = join(await aFolder(), 'data')
  const restoring = aCarillon(['restore', file], { CARILLON_DATA_DIR: restored })
  expect(await restoring.ended).toBe(0)
  expect(restoring.stderr()).toContain('1 running broadcast with')
  expect((await readdir(restored)).sort()).toEqual(['admin-token', 'postgres', 'secret'])
  await inDatabase(restored, async (sql) => {
    expect(await sql(BALANCES_UNLIKE_LEDGER)).toEqual([])
    const [broadcast] = await sql(BROADCASTS)
    expect(broadcast).toMatchObject({ status: 'sending', total: 400, messages: broadcast!['sent'] })
    expect(broadcast!['sent']).toBeLessThan(400)
    await sql('update sender set messages_per_second = null')
    await sql('update job set run_at = now() where fence is not null')
  })

  const again = await started({ dataDir: restored })
  expect(again.stdout()).not.toContain('key_tryout')
  const key = demoKeyOf(server)
  expect(await contact(again, '+12025550123', key)).toBe(200)
  expect(await contact(again, '+12025550166', key)).toBe(404)
  expect(await contact(server, '+12025550166', key)).toBe(200)
  await waitUntil(async () => (await texts(again)).length >= MEMBERS.length)
  expect([...(await texts(again))].sort()).toEqual(MEMBERS)
  await inDatabase(restored, async (sql) => {
    await waitUntil(async () => (await sql(BROADCASTS))[0]!['status'] === 'completed')
    expect(await sql(BALANCES_UNLIKE_LEDGER)).toEqual([])
  })
  await stopsCleanly(again, restored)
  await stopsCleanly(server, dataDir)
})

type Rows = readonly Readonly<Record<string, unknown>>[]

async function inDatabase(dataDir: string, work: (sql: (text: string) => Promise<Rows>) => Promise<unknown>) {
  const database = await embedded(dataDir)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await work(async (text) => (await client.query(text)).rows as Rows)
  await client.end()
  await database.stop()
}

const BALANCES_UNLIKE_LEDGER = `
  with moved as (
    select account_id, unit, to_place as place, amount from ledger_entry
    union all
    select account_id, unit, from_place, -amount from ledger_entry
  ), summed as (
    select account_id,
           coalesce(sum(amount) filter (where unit = 'sms' and place = 'available'), 0) as available,
           coalesce(sum(amount) filter (where unit = 'sms' and place = 'reserved'), 0) as reserved
      from moved
     group by 1
  )
  select *
    from credit_balance
    full join summed on summed.account_id = credit_balance.account_id
   where sms_available is distinct from available or sms_reserved is distinct from reserved`

const BROADCASTS = `
  select status, total, sent + failed as sent,
         (select count(*)::integer from message where broadcast_id = broadcast.id and status <> 'queued') as messages
    from broadcast
   where total = ${MEMBERS.length}`

async function call(server: Process, path: string, { method = 'GET', key = '', body = {} }) {
  const headers = { authorization: basicOf(key), 'content-type': 'application/json' }
  const sent = method === 'GET' ? null : JSON.stringify(body)
  return fetch(`${baseOf(server)}/api/v1${path}`, { method, headers, body: sent })
}

async function post(server: Process, path: string, body: object): Promise<void> {
  const response = await call(server, path, { method: 'POST', key: demoKeyOf(server), body })
  expect([path, response.ok]).toEqual([path, true])
}

async function contact(server: Process, phone: string, key: string): Promise<number> {
  return (await call(server, `/contacts/by-phone/${encodeURIComponent(phone)}`, { key })).status
}

function createContact(server: Process, phone: string) {
  return post(server, `/contacts/by-phone/${encodeURIComponent(phone)}`, { firstName: 'Eve' })
}

async function enrol(server: Process, dataDir: string): Promise<void> {
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const url = `${baseOf(server)}/admin/v1/accounts/Demo/contacts/import?group=VIP`
  const response = await fetch(url, { method: 'POST', headers, body: ['phoneNumber', ...MEMBERS].join('\n') })
  expect(await response.text()).toContain(`"joined":${MEMBERS.length}`)
}

async function texts(server: Process): Promise<readonly string[]> {
  const response = await fetch(`${baseOf(server)}/sim/messages?limit=100000`)
  const { results } = (await response.json()) as { results: { to: string; body: string }[] }
  return results.filter(({ body }) => body === 'Ding').map(({ to }) => to)
}
