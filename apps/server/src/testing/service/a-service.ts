import { expect } from '@jest/globals'
import { DEMO_SENDER } from '../../start/demo/demo-account.js'
import type { Process } from './a-process.js'
import { aCarillon, aFolder, baseOf, basicOf, demoKeyOf, shared, started } from './starts.js'

type Json = Readonly<Record<string, unknown>>

export type Service = Awaited<ReturnType<typeof openService>>

const SETTINGS = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_ADMIN_TOKEN: 'the-token-of-the-admin' }

/**
 * The demo account with more members in a group, in a database that outlives the servers of the service, and a
 * server that serves requests and runs no jobs.
 */
export async function openService({ members }: { readonly members: number }) {
  const { url: databaseUrl, sql } = await shared()
  const dataDir = await aFolder()
  const env = { DATABASE_URL: databaseUrl, ...SETTINGS }
  const start = (workers: number) => started({ dataDir, env, args: ['--workers', String(workers)] })
  const query = async <Row>(statement: string, values: readonly unknown[] = []) =>
    (await sql.query(statement, [...values])).rows as Row[]

  const idle = await start(0)
  const authorization = basicOf(demoKeyOf(idle))
  const api = async (method: string, path: string, body?: object, server = idle): Promise<Json> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const url = `${baseOf(server)}/api/v1${path}`
    const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    expect([method, path, response.ok]).toEqual([method, path, true])
    return response.status === 204 ? {} : ((await response.json()) as Json)
  }
  await enrol(idle, members)
  await cancelSchedules(api)
  const creditsBefore = Number((await api('GET', '/account/credits'))['sms'])
  const group = await groupOf(query)

  return {
    start,
    idle,
    query,
    /** The account has spent credits on its history. */
    creditsBefore,
    /** Creates a schedule, and returns its id; `at` is in UTC. */
    schedule: async ({ at, recurrence, ...given }: { readonly at: Date; readonly body: string } & Json) => {
      const timing = { at: at.toISOString().slice(0, 19), timezone: 'UTC', recurrence }
      const audience = { filter: { contact: { groups: { ids: { in: [group] } } } } }
      const input = { audience, from: DEMO_SENDER, schedule: timing, ...given }
      return String((await api('POST', SCHEDULES, input))['id'])
    },
    read: (id: string, server?: Process) => api('GET', `${SCHEDULES}/${id}`, undefined, server),
    sends: async (id: string, server?: Process) =>
      (await api('GET', `${SCHEDULES}/${id}/sends`, undefined, server))['results'] as readonly Json[],
    credits: async (server?: Process) => (await api('GET', '/account/credits', undefined, server)) as CreditsAnswer,
    /** The number of texts that arrived, by body and then by phone. */
    arrived: async (server = idle) => {
      const response = await fetch(`${baseOf(server)}/sim/messages?limit=100000`)
      const { results } = (await response.json()) as { results: { to: string; body: string }[] }
      return countsOf(results)
    },
    carillon: async (args: readonly string[], more: Readonly<Record<string, string>> = {}, server = idle) => {
      const process = aCarillon(args, { CARILLON_URL: baseOf(server), ...SETTINGS, ...more })
      expect(await process.ended).toBe(0)
      return process.stdout()
    },
    /** Lets another worker take over the jobs of a dead one at once. */
    endLeases: () => query('update job set run_at = now() where fence is not null'),
    /** Begins a transaction that blocks others until the returned function is called. */
    hold: async (statement: string) => {
      await query('begin')
      await query(statement)
      return () => query('rollback')
    },
  }
}

type CreditsAnswer = { readonly sms: number; readonly reserved: object }

const SCHEDULES = '/messaging/broadcast/schedules'

/** Those of the demo account would have jobs too. */
async function cancelSchedules(api: (method: string, path: string) => Promise<Json>) {
  const { results } = await api('GET', SCHEDULES)
  for (const { id } of results as readonly Json[]) await api('DELETE', `${SCHEDULES}/${String(id)}`)
}

/** Not numbers of the customers in the demo account. */
const memberNumber = (n: number) => `+1505555${String(n).padStart(4, '0')}`

async function enrol(server: Process, members: number): Promise<void> {
  const rows = ['phoneNumber', ...Array.from({ length: members }, (_, n) => memberNumber(n))]
  const url = `${baseOf(server)}/admin/v1/accounts/Demo/contacts/import?group=${GROUP}`
  const headers = { authorization: `Bearer ${SETTINGS.CARILLON_ADMIN_TOKEN}`, 'content-type': 'text/csv' }
  const response = await fetch(url, { method: 'POST', headers, body: rows.join('\n') })
  const last = (await response.text()).trimEnd().split('\n').at(-1)!
  expect(JSON.parse(last)).toMatchObject({ done: { joined: members } })
}

/** Two contacts of the demo account are members of the group from the start. */
const GROUP = 'VIP'
export const MEMBERS_BEFORE = 2

async function groupOf(query: <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>): Promise<string> {
  const [row] = await query<{ id: string }>('select id from contact_group where name = $1', [GROUP])
  return row!.id
}

function countsOf(texts: readonly { readonly to: string; readonly body: string }[]) {
  const counts = new Map<string, Map<string, number>>()
  for (const { to, body } of texts) {
    const phones = counts.get(body) ?? new Map<string, number>()
    counts.set(body, phones.set(to, (phones.get(to) ?? 0) + 1))
  }
  return counts
}
