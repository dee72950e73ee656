import { parsePhoneNumber, type CarrierOptOut } from '@carillon/core'
import { beforeEach, expect, test } from '@jest/globals'
import { aCarrierDesk } from '../../testing/a-carrier-desk.js'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

const ANN = '+12025550123'
const BOB = '+12025550124'
const EVE = '+12025550166'
const FROM = '+12025550110'
const RECONCILE = ['consent', 'reconcile', '--carrier', 'main']
const OF_ACME = [...RECONCILE, '--account', 'Acme & Sons']

let carriers: ReturnType<typeof aCarrierDesk>
let workplace: Workplace
let carillon: Workplace['carillon']

/** Acme, which Ann and Bob have joined. */
beforeEach(async () => {
  carriers = aCarrierDesk()
  workplace = await openWorkplace({ carriers: carriers.desk })
  ;({ carillon } = workplace)
  await carillon(['apply', await workplace.aFile('acme.yaml', ACME)])
  await workplace.enrol([ANN, BOB])
})

function optOut(given: Partial<CarrierOptOut> = {}): CarrierOptOut {
  return { phone: ANN, sender: FROM, at: new Date('2026-03-01T09:30:00Z'), ...given }
}

async function textFrom(from: string, body: string) {
  const text = { from: parsePhoneNumber(from), to: FROM, body, mediaUrl: null, providerId: `${from} ${body}` }
  await workplace.server.useCases.receiveInbound.execute(text)
}

test('consent reconcile prints a line for each difference, and a summary', async () => {
  await textFrom(BOB, 'STOP')
  carriers.optOuts.push(
    optOut(),
    optOut({ phone: EVE, sender: null, at: null }),
    optOut({ sender: '+12025550999', phone: BOB }),
  )
  const { code, stdout, stderr } = await carillon(OF_ACME)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n')).toEqual([
    `${ANN} opted out from ${FROM} at main on 2026-03-01 09:30:00 UTC, but is opted in at Carillon`,
    `${EVE} opted out at main, but not at Carillon`,
    expect.stringMatching(/^\+12025550124 opted out only at Carillon: STOP on \d{4}-.* UTC$/),
    'Acme & Sons: 2 numbers opted out only at main, 1 only at Carillon, 0 at both; 1 other entry at main does not concern the account',
    '',
  ])
})

test('consent reconcile prints only the summary if nothing differs, and changes nothing', async () => {
  await textFrom(ANN, 'STOP')
  carriers.optOuts.push(optOut())
  for (const again of [false, true]) {
    const { code, stdout } = await carillon(OF_ACME)
    expect([again, code, stdout]).toEqual([
      ...[again, 0, 'Acme & Sons: 0 numbers opted out only at main, 0 only at Carillon, 1 at both\n'],
    ])
  }
})

test('consent reconcile compares every account, with the numbers of each, if none is named', async () => {
  const other = 'account: { name: Bells, numbers: [{ number: "+12025550177" }] }'
  await carillon(['apply', await workplace.aFile('bells.yaml', other)])
  carriers.optOuts.push(optOut(), optOut({ sender: '+12025550177', phone: EVE }))
  const { stdout } = await carillon(RECONCILE)
  expect(stdout.split('\n').map((line) => line.replace(/ on .* UTC/, ''))).toEqual([
    `${ANN} opted out from ${FROM} at main, but is opted in at Carillon`,
    'Acme & Sons: 1 number opted out only at main, 0 only at Carillon, 0 at both; 1 other entry at main does not concern the account',
    `${EVE} opted out from +12025550177 at main, but not at Carillon`,
    'Bells: 1 number opted out only at main, 0 only at Carillon, 0 at both; 1 other entry at main does not concern the account',
    '',
  ])
})

test('consent reconcile --json prints one object a line, with the account', async () => {
  carriers.optOuts.push(optOut())
  const { stdout } = await carillon([...OF_ACME, '--json'])
  const account = 'Acme & Sons'
  const at = '2026-03-01T09:30:00.000Z'
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { account, onlyAtCarrier: { phoneNumber: ANN, sender: FROM, at, isOptedIn: true } },
    { account, done: { atCarrier: 1, onlyAtCarrier: 1, onlyHere: 0, ignored: 0 } },
  ])
})

test.each([
  ['smsc', 'The carrier smsc (smpp) has no list of opt-outs that can be read'],
  ['mian', 'No carrier has the name mian: expected main, smsc, phones'],
])('consent reconcile reports in one line that %s cannot be compared', async (carrier, message) => {
  const args = ['consent', 'reconcile', '--carrier', carrier]
  expect(await carillon(args)).toEqual({ code: 1, stdout: '', stderr: `carillon: ${message}\n` })
})

test('consent reconcile reports a list that breaks off, after the differences that it found', async () => {
  for (let n = 0; n < 1_000; n++) carriers.optOuts.push(optOut({ phone: `+1202555${n + 1_000}` }))
  carriers.breakOptOuts('Telnyx answered with status 500')
  const { code, stdout, stderr } = await carillon(OF_ACME)
  expect([code, stdout.split('\n').length]).toEqual([1, 1_001])
  expect(stderr).toBe(
    'carillon: The comparison is incomplete: The list of opt-outs cannot be read: Telnyx answered with status 500\n',
  )
})

test('consent reconcile needs a carrier', async () => {
  const { code, stderr } = await carillon(['consent', 'reconcile'])
  expect([code, stderr]).toEqual([1, expect.stringContaining("required option '--carrier <name>'")])
})
