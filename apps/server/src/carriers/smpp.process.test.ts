import { expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentsOf } from '../../../../packages/smpp/src/text/message-contents.js'
import { openTestSmsc } from '../../../../packages/smpp/src/testing/test-smsc.js'
import { aFolder, baseOf, basicOf, shared, started, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(60_000)

const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }
const KEY = { id: 'key_acme', secret: 'a-secret-of-our-own' }
const [FROM, ANN] = ['+12025550199', '+12025550123']
/** The server and two workers, each with a bind. */
const BINDS = 3

test('the binds of several processes know of each other’s messages, and of the parts of one inbound text', async () => {
  const smsc = await openTestSmsc()
  const dataDir = await aFolder()
  const file = join(dataDir, 'carriers.yaml')
  const settings = `host: 127.0.0.1, port: ${smsc.port}, systemId: carillon, password: "\${SMSC_PASSWORD}"`
  await writeFile(file, `carriers:\n  smsc: { type: smpp, ${settings} }\n`)
  const { url: DATABASE_URL, sql } = await shared()
  const env = { ...SETTINGS, DATABASE_URL, CARILLON_CARRIERS: file, SMSC_PASSWORD: smsc.password }
  const server = await started({ dataDir, env, args: ['--workers', String(BINDS - 1)] })
  await waitUntil(() => smsc.receiverCount() === BINDS)
  await waitUntil(async () => {
    const metrics = await (await fetch(`${baseOf(server)}/metrics`)).text()
    return metrics.includes(`\ncarillon_smpp_binds{carrier="smsc"} ${BINDS}\n`)
  })

  const call = async (
    method: string,
    path: string,
    body: object,
    authorization = basicOf(`${KEY.id}:${KEY.secret}`),
  ) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(baseOf(server) + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const account = {
    ...{ name: 'Acme', credits: { sms: 100 }, apiKeys: [KEY], numbers: [{ number: FROM }], groups: [{ name: 'VIP' }] },
  }
  const applied = await call('POST', '/admin/v1/apply', { account }, `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`)
  const [group] = applied.body['groups'] as { readonly id: string }[]
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(ANN!)}`
  await call('POST', contact, {})
  await call('POST', `${contact}/groups/${group!.id}`, { optInMode: 'DIRECT' })

  for (let i = 0; i < BINDS; i++) {
    const sent = await call('POST', '/api/v1/messaging/message', { to: ANN, from: FROM, body: `Ding ${i}` })
    expect(sent).toMatchObject({ status: 201, body: { status: 'sent' } })
  }
  for (const [bind, { id }] of smsc.taken.entries()) expect(await smsc.receipt(id, 'DELIVRD', {}, bind)).toBe(0)
  const count = async (condition: string) => {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::integer as count from message where ${condition}`,
    )
    return rows[0]!.count
  }
  await waitUntil(async () => (await count('delivered_at is not null')) === BINDS)

  const body = 'A long text from a phone. '.repeat(12)
  const parts = contentsOf(body, { alphabet: 'gsm7', long: 'udh' }, () => 7)!
  const numbers = { source: ANN!.slice(1), dest: FROM!.slice(1) }
  for (const [i, part] of parts.toReversed().entries()) await smsc.deliver({ ...part, ...numbers }, i % BINDS)
  await waitUntil(async () => (await count(`direction = 'inbound'`)) === 1)
  const { rows } = await sql.query<{ body: string }>(`select body from message where direction = 'inbound'`)
  expect(rows).toEqual([{ body }])
  expect(smsc.faults).toEqual([])
  await stop(server)
  await smsc.close()
})
