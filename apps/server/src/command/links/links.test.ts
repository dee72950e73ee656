import { beforeEach, describe, expect, test } from '@jest/globals'
import { narrow } from '../../testing/narrow.js'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']
let enrol: Workplace['enrol']

const OF_ACME = ['--account', 'Acme & Sons']
const FROM = '+12025550110'
const ANN = '+12025550123'
const BOB = '+12025550124'
const SALE = 'go.acme.com/sale'
const LINKS = `  trackingLinks:
    - { link: ${SALE}, target: "https://shop.acme.com/sale" }
    - { link: go.acme.com/news, target: "https://shop.acme.com/news" }
`

beforeEach(async () => {
  ;({ server, carillon, aFile, enrol } = await openWorkplace())
})

async function openAcme() {
  await carillon(['apply', await aFile('acme.yaml', ACME + LINKS)])
  await enrol([ANN, BOB])
  return server.useCases.readAccount.execute({ name: 'Acme & Sons' })
}

type Input = Parameters<Workplace['server']['useCases']['sendMessage']['execute']>[0]

async function send(account: Input['account'], to: string): Promise<string> {
  const input = { account, to, from: FROM, body: `{{trackingLink "${SALE}"}}`, mediaUrl: null, idempotencyKey: null }
  const { message } = await server.useCases.sendMessage.execute(input as Input)
  return message.body
}

async function tap(url: string, agent = 'Safari', address: string | null = null) {
  const { host, pathname: path } = new URL(url)
  await server.useCases.followLink.execute({ host, path, agent, isOnlyALook: false, address })
}

const stats = (...args: readonly string[]) => carillon(['links', 'stats', SALE, ...OF_ACME, ...args])

describe('links', () => {
  test('are reported as missing, with a hint, if the account has none', async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
    const stdout = 'Acme & Sons has no tracking links yet: carillon apply creates them\n'
    expect(await carillon(['links', ...OF_ACME])).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('are listed with their visitors, as a table or as JSON', async () => {
    const url = await send(await openAcme(), ANN)
    await tap(url)
    await tap(url, 'WhatsApp/2')
    expect(narrow((await carillon(['links', 'list', ...OF_ACME])).stdout)).toEqual([
      'LINK  RECIPIENTS  PEOPLE  BOTS  LAST  TARGET',
      'go.acme.com/news  0  0  0  -  https://shop.acme.com/news',
      'go.acme.com/sale  1  1  1  2026-03-01 12:00:00 UTC  https://shop.acme.com/sale',
      '',
    ])
    const listed = JSON.parse((await carillon(['links', ...OF_ACME, '--json'])).stdout)
    expect(listed).toMatchObject([
      { link: 'go.acme.com/news', people: 0 },
      { link: SALE, people: 1, bots: 1 },
    ])
  })
})

describe('links stats', () => {
  test('shows totals, and for each day a bar for the number of people, in 80 columns', async () => {
    const account = await openAcme()
    const url = await send(account, ANN)
    await send(account, BOB)
    await tap(url)
    for (let n = 0; n < 4; n++) await tap(url, 'Safari', '203.0.113.7')
    await tap(url, 'WhatsApp/2')
    const { code, stdout } = await stats('--days', '2')
    expect([code, stdout]).toEqual([
      0,
      `LINK        go.acme.com/sale
TARGET      https://shop.acme.com/sale
SENT        2
RECIPIENTS  1 clicked (50.0 %)
PEOPLE      2
BOTS        1
REPEATS     3
FIRST       2026-03-01 12:00:00 UTC
LAST        2026-03-01 12:00:00 UTC

DAY         PEOPLE  BOTS
2026-02-28       0     0
2026-03-01       2     1  ${'█'.repeat(54)}
`,
    ])
    const usual = (await stats()).stdout.split('\n')
    expect(usual.filter((line) => /^\d{4}-/.test(line))).toHaveLength(30)
    expect(Math.max(...usual.map((line) => line.length))).toBe(80)
    const { days, ...rest } = JSON.parse((await stats('--json')).stdout)
    expect(days).toHaveLength(30)
    expect(rest).toMatchObject({ link: SALE, sent: 2, totals: { recipients: 1, people: 2, bots: 1 } })
  })

  test('shows no rate for a link that was never sent', async () => {
    await openAcme()
    expect(narrow((await stats()).stdout).slice(2, 9)).toEqual([
      'SENT  0',
      'RECIPIENTS  0 clicked (-)',
      'PEOPLE  0',
      'BOTS  0',
      'REPEATS  0',
      'FIRST  -',
      'LAST  -',
    ])
  })

  test('shows how many recipients of a broadcast followed the link', async () => {
    const account = await openAcme()
    await tap(await send(account, BOB))
    const { useCases } = server
    const recipients = { phones: [ANN, BOB], keys: null, bodies: [ANN, BOB].map(() => `{{trackingLink "${SALE}"}}`) }
    const { broadcast } = await useCases.startBroadcast.execute({
      ...{ kind: 'batch', account, from: FROM, body: null, mediaUrl: null, idempotencyKey: null },
      recipients: { ...recipients, mediaUrls: null },
    })
    while ((await useCases.runDueJobs.execute({ lane: 'bulk', jobsMax: 4, onFailure: () => {} })) > 0);
    const page = { account, kind: 'batch', id: broadcast.id, page: 1, limit: 1, status: null } as const
    await tap((await useCases.listBroadcastMessages.execute(page)).results[0]!.body)
    const { stdout } = await stats('--broadcast', broadcast.id)
    expect(narrow(stdout)).toEqual([
      'LINK  go.acme.com/sale',
      'SENT  2',
      'RECIPIENTS  1 clicked (50.0 %)',
      'PEOPLE  1',
      'BOTS  0',
      'REPEATS  0',
      'FIRST  2026-03-01 12:00:00 UTC',
      'LAST  2026-03-01 12:00:00 UTC',
      '',
      `Clicked  1  ${'█'.repeat(62)}`,
      `Did not click  1  ${'█'.repeat(62)}`,
      '',
    ])
    expect(JSON.parse((await stats('--broadcast', broadcast.id, '--json')).stdout)).toMatchObject({
      sent: 2,
      people: 1,
    })
    expect(await carillon(['links', 'stats', 'go.acme.com/news', ...OF_ACME, '--broadcast', broadcast.id])).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: No stored message of ${broadcast.id} contains go.acme.com/news\n`,
    })
  })

  test('rejects unknown links, invalid days and conflicting options', async () => {
    await openAcme()
    const none = await carillon(['links', 'stats', 'go.acme.com/none', ...OF_ACME])
    expect(none).toEqual({ code: 1, stdout: '', stderr: 'carillon: This account does not have this tracking link\n' })
    for (const days of ['0', '367', '1.5', 'x']) {
      const { code, stderr } = await stats('--days', days)
      expect([days, code, stderr]).toEqual([days, 1, expect.stringContaining('a whole number from 1 to 366')])
    }
    expect((await stats('--days', '7', '--broadcast', 'brc_1')).stderr).toContain('cannot be used with')
    expect((await stats('--broadcast', 'brc_1')).code).toBe(1)
  })
})
