import { expect, jest, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Process } from '../testing/service/a-process.js'
import { aFolder, baseOf, started, stopsCleanly } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

/** Other workers take over a dead worker's import after 30 s. */
jest.setTimeout(180_000)

const ROWS = 20_000
/** Every 100th row has no valid number. */
const REJECTED = ROWS / 100

test('an import whose workers are killed goes on, and imports each row once', async () => {
  const dataDir = await aFolder()
  const server = await started({ dataDir, args: ['--workers', '2'] })
  const call = await aCaller(server)
  const optIns = async () => {
    const { totals } = await call('GET', 'account/statistics')
    return (totals as { optIns: { total: number } }).optIns.total
  }
  const before = await optIns()
  const group = await call('POST', 'groups', { name: 'Members' })
  const { id } = await call('POST', 'imports?fileName=members.csv', file())
  await call('POST', `imports/${id}/start`, { groups: [group.id], hasConsent: true })

  await waitUntil(async () => rowsOf(await call('GET', `imports/${id}`)) > 0)
  for (const [, pid] of server.stdout().matchAll(/"pid":(\d+),"msg":"worker started"/g))
    process.kill(Number(pid), 'SIGKILL')
  for (const worker of [1, 2]) await server.printed(`"worker":${worker},"signal":"SIGKILL"`)
  const left = await call('GET', `imports/${id}`)
  expect([left.status, rowsOf(left) < ROWS]).toEqual(['running', true])

  await waitUntil(async () => (await call('GET', `imports/${id}`)).status !== 'running')
  const imported = ROWS - REJECTED
  expect(await call('GET', `imports/${id}`)).toMatchObject({
    status: 'completed',
    progress: { rows: ROWS, created: imported, updated: 0, unchanged: 0, joined: imported, rejected: REJECTED },
  })
  expect(await call('GET', `groups/${group.id}`)).toMatchObject({ contactCount: imported })
  expect(await optIns()).toBe(before + imported)
  await stopsCleanly(server, dataDir)
})

function file(): string {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const number = i % 100 === 0 ? 'none' : `+1505${String(5_550_000 + i).padStart(7, '0')}`
    return `${number},Person ${i}`
  })
  return ['phoneNumber,firstName', ...rows].join('\n')
}

type Answer = Record<string, unknown> & { readonly id: string }

function rowsOf({ progress }: Answer): number {
  return (progress as { rows: number }).rows
}

/** Makes the first owner. Returns a function that calls the dashboard's API of the demo account, within its limits. */
async function aCaller(server: Process) {
  const base = `${baseOf(server)}/dashboard/api/v1`
  const headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const call = async (method: string, url: string, body?: object | string): Promise<Answer> => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': type },
      ...(body && { body: text }),
    })
    if (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after')) * 1_000)
      return call(method, url, body)
    }
    expect([url, response.status < 300]).toEqual([url, true])
    headers['cookie'] ??= response.headers.get('set-cookie')!.split(';')[0]!
    return (await response.json()) as Answer
  }
  const token = /\/dashboard\/setup#(\S+)/.exec(server.stdout())![1]!
  const owner = { token, name: 'Olivia', email: 'olivia@example.com', password: 'a long enough password' }
  await call('POST', `${base}/links/accept`, owner)
  const { accounts } = (await call('GET', `${base}/session`)) as unknown as { accounts: { id: string }[] }
  return (method: string, path: string, body?: object | string) =>
    call(method, `${base}/accounts/${accounts[0]!.id}/${path}`, body)
}
