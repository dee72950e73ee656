import { beforeEach, describe, expect, test } from '@jest/globals'
import { aCarrierDesk } from '../../testing/a-carrier-desk.js'
import { narrow } from '../../testing/narrow.js'
import { openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let carriers: ReturnType<typeof aCarrierDesk>
let carillon: Workplace['carillon']

beforeEach(async () => {
  carriers = aCarrierDesk()
  ;({ carillon } = await openWorkplace({ carriers: carriers.desk }))
})

const NONE = 'The server has no carriers file. Set CARILLON_CARRIERS to its path and restart.\n'

describe('carriers list', () => {
  test('shows each carrier with its breaker and routes, and where it sends receipts and texts', async () => {
    carriers.breakers.set('smsc', 'open')
    const { code, stdout, stderr } = await carillon(['carriers', 'list'])
    expect([code, stderr]).toEqual([0, ''])
    expect(narrow(stdout)).toEqual([
      'NAME  TYPE  BREAKER  PARTS/S  DEDUPLICATES  CAN BE ASKED  ROUTES',
      'main  twilio  closed  100  no  no  +44, all after smsc',
      'smsc  smpp  open  -  no  yes  all',
      'phones  simulator  closed  -  yes  no  none',
      '',
      'NAME  SENDS  WEBHOOK URL',
      'main  receipts  https://sms.example.com/provider/main/receipts',
      'main  inbound  https://sms.example.com/provider/main/inbound',
      '',
    ])
    expect((await carillon(['carriers'])).stdout).toBe(stdout)
  })

  test('prints JSON', async () => {
    const { stdout } = await carillon(['carriers', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'main', routes: [{ toPrefix: '+44', via: ['main'] }, { via: ['smsc', 'main'] }] },
      { name: 'smsc', canBeAsked: true },
      { name: 'phones', routes: [] },
    ])
  })

  test('says if the server has no carriers', async () => {
    const other = await openWorkplace()
    expect(await other.carillon(['carriers'])).toEqual({ code: 0, stdout: NONE, stderr: '' })
    expect(JSON.parse((await other.carillon(['carriers', '--json'])).stdout)).toEqual([])
  })
})

describe('carriers check', () => {
  test('shows the findings of all carriers', async () => {
    const { code, stdout, stderr } = await carillon(['carriers', 'check'])
    expect([code, stderr]).toEqual([0, ''])
    expect(narrow(stdout)).toEqual([
      'NAME  CHECK  STATE  RESULT',
      'main  credentials  good  The credentials are accepted',
      'smsc  credentials  good  The credentials are accepted',
      'phones  -  unknown  Carriers of this type cannot be checked',
      '',
    ])
  })

  test('checks one carrier, and prints JSON', async () => {
    const { code, stdout } = await carillon(['carriers', 'check', 'smsc', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ carrier: 'smsc', findings: carriers.findings.smsc }]])
    expect(carriers.checked.map(({ name }) => name)).toEqual(['smsc'])
  })

  test('fails if a check is bad, after all findings; one that is only unknown is no failure', async () => {
    const unknown = { subject: 'webhooks', state: 'unknown', message: 'It cannot tell' } as const
    carriers.findings.smsc = [unknown]
    expect((await carillon(['carriers', 'check'])).code).toBe(0)
    carriers.findings.main = [
      { subject: 'connection', state: 'bad', message: 'Twilio cannot be reached' },
      { subject: 'number', state: 'bad', message: 'No number can text' },
      { subject: 'number', state: 'bad', message: 'Another number cannot text' },
      unknown,
    ]
    for (const json of [[], ['--json']]) {
      const { code, stdout, stderr } = await carillon(['carriers', 'check', ...json])
      expect([code, stderr]).toEqual([1, 'carillon: Failed checks: main (connection, number)\n'])
      expect(stdout).toContain('Twilio cannot be reached')
      expect(stdout).toContain('It cannot tell')
    }
    expect((await carillon(['carriers', 'check', 'smsc'])).code).toBe(0)
  })

  test('fails for an unknown carrier, and if there are none', async () => {
    expect(await carillon(['carriers', 'check', 'mian'])).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: 'carillon: No carrier has the name mian: expected main, smsc, phones\n',
    })
    const other = await openWorkplace()
    expect(await other.carillon(['carriers', 'check'])).toEqual({ code: 1, stdout: '', stderr: `carillon: ${NONE}` })
  })
})

describe('carriers test', () => {
  const TEST = ['carriers', 'test', 'main', '--from', '+12025550100', '--to', '+12025550123']

  test('submits one text to the carrier, with the given body', async () => {
    const { code, stdout } = await carillon([...TEST, '--body', 'Hi Ann', '--wait', '0'])
    const [submitted] = carriers.providers.main.submitted
    expect(submitted).toMatchObject({ from: '+12025550100', to: '+12025550123', body: 'Hi Ann' })
    expect([code, stdout]).toEqual([
      0,
      `main accepted the text as provider-1. Its reference is ${submitted!.reference}\n`,
    ])
  })

  test('reports what the server refuses', async () => {
    const refused = async (args: readonly string[]) => {
      const { code, stderr } = await carillon(args)
      return [code, stderr]
    }
    expect(await refused(['carriers', 'test', 'mian', ...TEST.slice(3)])).toEqual([
      1,
      'carillon: No carrier has the name mian: expected main, smsc, phones\n',
    ])
    expect(await refused([...TEST, '--to', '2025550123'])).toEqual([
      1,
      expect.stringContaining('"2025550123" is not a phone number'),
    ])
    expect(await refused([...TEST, '--from', 'ACME'])).toEqual([
      1,
      expect.stringContaining('from must be a number in E.164 form'),
    ])
    expect(carriers.providers.main.submitted).toEqual([])
  })

  test.each(['-1', '1.5', '3601', 'long'])('refuses to wait %s seconds', async (wait) => {
    const { code, stderr } = await carillon([...TEST, `--wait=${wait}`])
    expect([code, stderr]).toEqual([1, expect.stringContaining('a whole number from 0 to 3600')])
    expect(carriers.providers.main.submitted).toEqual([])
  })

  test('says in its help that no consent is checked', async () => {
    expect((await carillon(['carriers', 'test', '--help'])).stdout).toMatch(/no consent is checked/)
  })
})
