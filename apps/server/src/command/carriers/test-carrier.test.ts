import { beforeEach, expect, test } from '@jest/globals'
import type { CarrierFailure, SubmissionOutcome } from '@carillon/core'
import { aCarrierDesk } from '../../testing/a-carrier-desk.js'
import { aWatchTime } from '../../testing/a-watch-time.js'
import { failureOf } from '../../testing/failure-of.js'
import { ADMIN_TOKEN } from '../../testing/service/a-server.js'
import { openWorkplace, type Workplace } from '../../testing/service/workplace.js'
import { openShell } from '../../testing/shell.js'
import { noReceiptHint } from './carrier-test-words.js'
import { testCarrier } from './test-carrier.js'

let carriers: ReturnType<typeof aCarrierDesk>
let server: Workplace['server']

beforeEach(async () => {
  carriers = aCarrierDesk()
  ;({ server } = await openWorkplace({ carriers: carriers.desk }))
})

type Options = {
  readonly name?: 'main' | 'smsc' | 'phones'
  readonly outcome?: SubmissionOutcome
  /** Undefined: no receipt comes. */
  readonly receipt?: CarrierFailure | 'delivered'
  /** The number of polls after which the receipt comes. */
  readonly after?: number
  readonly wait?: number
  readonly json?: boolean
  readonly isTTY?: boolean
}

async function tested({ name = 'main', outcome, receipt, after = 1, wait = 60, json = false, isTTY }: Options = {}) {
  if (outcome !== undefined) carriers.providers[name].script.push(outcome)
  const env = { CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN }
  const { shell, said } = openShell({ env, ...(isTTY && { isTTY }) })
  const time = aWatchTime((pauses) => {
    if (receipt !== undefined && pauses === after) carriers.report(name, receipt === 'delivered' ? null : receipt)
  })
  const options = { name, from: '+12025550100', to: '+12025550123', wait, json }
  const error = await failureOf(testCarrier(options, shell, time))
  return { error, ...said(), waitedMs: time.nowMs() }
}

const FAILURE = { type: 'invalid_destination', message: 'Unknown\nphone', carrierCode: '30005' } as const

test('the command ends when the receipt says that the text was delivered', async () => {
  const { error, stdout, stderr, waitedMs } = await tested({ receipt: 'delivered', after: 50 })
  const { reference } = carriers.providers.main.submitted[0]!
  expect(error).toBeNull()
  expect(stdout).toBe(
    `main accepted the text as provider-1. Its reference is ${reference}\nDelivered, according to the receipt, after 25 s\n`,
  )
  expect(waitedMs).toBe(25_000)
  expect(stderr).toBe(['60', '50', '40'].map((left) => `Waiting for the receipt: ${left} s left\n`).join(''))
})

test('a terminal shows the progress as a bar', async () => {
  const { stderr } = await tested({ receipt: 'delivered', after: 3, isTTY: true })
  expect(stderr).toContain('Waiting for the receipt ')
  expect(stderr).toContain(' s left')
})

test('a receipt that came before the response needs no wait', async () => {
  carriers.providers.main.script.push(async () => {
    carriers.report('main')
    return { kind: 'accepted', providerId: 'SM1' }
  })
  expect(await tested()).toMatchObject({ error: null, waitedMs: 0, stderr: '' })
})

test('a receipt that reports a failure is an error, with the code of the carrier', async () => {
  const { error } = await tested({ receipt: FAILURE })
  expect(error).toBe('Not delivered: Unknown phone (invalid_destination, code 30005)')
})

test('without a receipt, the command fails after the wait, and says where the receipt should have come', async () => {
  const { error, waitedMs } = await tested({ wait: 7 })
  expect(waitedMs).toBe(7_000)
  expect(error).toBe(
    'No receipt came within 7 s: check that main can reach https://sms.example.com/provider/main/receipts, and that this URL leads to the service',
  )
})

test.each([
  ['smsc', 'check its binds with carillon carriers check smsc, and that the SMSC sends receipts'],
  ['phones', 'a simulated phone sends one only when it is told to, with POST /sim/receipts'],
] as const)('without a receipt by %s, the command says where to look', async (name, hint) => {
  expect((await tested({ name, wait: 1 })).error).toBe(`No receipt came within 1 s: ${hint}`)
})

test('without a receipt by a module, the command says that the module reported none', () => {
  expect(noReceiptHint({ name: 'mine', type: 'module' })).toBe('the module of mine has reported none')
})

test.each<[SubmissionOutcome, string]>([
  [
    { kind: 'refused', type: 'opted_out', message: 'Unsubscribed\u001b[2J recipient', carrierCode: '21610' },
    'main refused the text: Unsubscribed [2J recipient (opted_out, code 21610)',
  ],
  [
    { kind: 'try-later', afterMs: 7_000, because: 'throttled' },
    'main did not take the text (throttled). It asks for a pause of 7 s',
  ],
  [{ kind: 'try-later', afterMs: null, because: 'unreachable' }, 'main did not take the text (unreachable)'],
  [{ kind: 'try-later', afterMs: null }, 'main did not take the text'],
])('the outcome %j is an error, and no receipt is awaited', async (outcome, expected) => {
  expect(await tested({ outcome })).toEqual({ error: expected, stdout: '', stderr: '', waitedMs: 0 })
})

test('after a lost response, the receipt decides', async () => {
  const outcome = { kind: 'unknown', because: 'no-answer' } as const
  const delivered = await tested({ outcome, receipt: 'delivered' })
  expect([delivered.error, delivered.stdout]).toEqual([
    null,
    expect.stringMatching(/^main may have the text \(no-answer\): only a receipt can tell\. .*\nDelivered, /),
  ])
  expect((await tested({ outcome, wait: 1 })).error).toContain('No receipt came within 1 s')
  expect((await tested({ outcome, wait: 0 })).error).toContain('--wait')
})

test('with a wait of 0 seconds, it is enough that the carrier accepts the text', async () => {
  expect(await tested({ wait: 0 })).toMatchObject({ error: null, waitedMs: 0, stderr: '' })
})

test('--json prints only the text in the end, successful or not', async () => {
  const well = await tested({ json: true, receipt: 'delivered', after: 30 })
  expect([well.error, well.stderr, JSON.parse(well.stdout)]).toMatchObject([
    ...[null, ''],
    { carrier: 'main', outcome: 'accepted', carrierId: 'provider-1', receipt: { status: 'delivered' } },
  ])
  const refused = await tested({ json: true, outcome: { kind: 'refused', type: 'opted_out', message: 'No' } })
  expect([refused.error, JSON.parse(refused.stdout)]).toMatchObject([
    expect.any(String),
    { outcome: 'refused', errorType: 'opted_out', errorMessage: 'No' },
  ])
})
