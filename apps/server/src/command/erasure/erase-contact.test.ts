import { beforeEach, describe, expect, test } from '@jest/globals'
import { Readable } from 'node:stream'
import { aWatchTime } from '../../testing/a-watch-time.js'
import { failureOf } from '../../testing/failure-of.js'
import { openScriptedServer, type ScriptedServer } from '../../testing/scripted-server.js'
import { ACME, openWorkplace } from '../../testing/service/workplace.js'
import { openShell } from '../../testing/shell.js'
import { eraseContact } from './erase-contact.js'

const ANN = '+12025550123'
const OF_ACME = ['--account', 'Acme & Sons']

describe('contacts erase', () => {
  test('erases a contact, and prints what was erased and what remains', async () => {
    const { carillon, aFile } = await openWorkplace()
    await carillon(['apply', await aFile('acme.yaml', ACME)])
    const people = await aFile('people.csv', `phoneNumber,firstName\n${ANN},Ann\n`)
    await carillon(['contacts', 'import', people, ...OF_ACME, '--group', 'VIP'])
    const { code, stdout, stderr } = await carillon(['contacts', 'erase', ANN, ...OF_ACME, '--yes'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^\+12025550123 is erased: the contact, 1 membership, .*1 event\n/)
    expect(stdout).toMatch(/Backups and webhook receivers keep their own copies/)
    expect((await carillon(['contacts', 'export', ...OF_ACME])).stdout).not.toContain('Ann')
    const again = await carillon(['contacts', 'erase', ANN, ...OF_ACME, '--yes', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ contact: false, groups: 0, messages: 0, suppressed: false })
    const words = await carillon(['contacts', 'erase', ANN, ...OF_ACME, '--yes'])
    expect(words).toMatchObject({ code: 0, stdout: expect.not.stringContaining('is erased') })
    expect(words.stdout).toMatch(/^Nothing to erase for \+12025550123: .*\n.* check that it is the right number\n/)
  })

  test('fails for an unknown number, and without --yes if standard input is not a terminal', async () => {
    const { carillon, aFile } = await openWorkplace()
    await carillon(['apply', await aFile('acme.yaml', ACME)])
    const unknown = await carillon(['contacts', 'erase', ANN, ...OF_ACME, '--yes'])
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: `carillon: No data is stored for the number ${ANN}\n` })
    const unconfirmed = await carillon(['contacts', 'erase', ANN, ...OF_ACME])
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([1, expect.stringContaining('add --yes')])
  })
})

describe('contacts erase, with a scripted server,', () => {
  let server: ScriptedServer
  let responses: [status: number, body: object][]
  let requests: string[]

  beforeEach(async () => {
    requests = []
    server = await openScriptedServer()
    server.respond = ({ method, url }, res) => {
      requests.push(`${method} ${url}`)
      const [status, body] = responses.shift() ?? ERASED
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
  })

  test('retries for a minute while something is in flight, and then fails', async () => {
    responses = [WAITS, WAITS]
    expect((await run({ yes: true })).stdout).toContain('is erased')
    expect(requests).toEqual(Array(3).fill('DELETE /admin/v1/accounts/Acme/contacts/%2B12025550123'))
    responses = Array.from({ length: 100 }, () => WAITS)
    const { error, waitedMs } = await run({ yes: true })
    expect([error, waitedMs]).toEqual(['Something is on its way', 60_000])
  })

  test.each([
    ['yes\n', 1],
    ['Y\n', 1],
    ['no\n', 0],
    ['\n', 0],
  ])('asks for confirmation: after the reply %j, the number of erased contacts is %i', async (said, count) => {
    responses = []
    const { stdout, stderr } = await run({ said })
    expect(requests).toHaveLength(count)
    expect(stderr).toContain(`Erase ${ANN} from Acme? This cannot be undone`)
    expect(stdout === '').toBe(count === 0)
  })

  test('reports that the opt-out is kept, even if nothing else was found', async () => {
    responses = [[200, { ...NOTHING, suppressed: true }]]
    expect((await run({ yes: true })).stdout).toMatch(/^Nothing to erase.*\n.*\nIts opt-out is kept: /)
  })

  test('prints any other error at once', async () => {
    responses = [[404, { code: 33030, status: 404, message: 'Nothing is known' }]]
    expect(await run({ yes: true })).toMatchObject({ error: 'Nothing is known', waitedMs: 0 })
  })

  async function run({ yes = false, said }: { yes?: boolean; said?: string }) {
    const env = { CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: 'token' }
    const opened = openShell({ env, isTTY: true })
    const stdin = () => Object.assign(Readable.from([said ?? '']), { isTTY: said !== undefined })
    const time = aWatchTime()
    const input = { account: 'Acme', phone: ANN, yes, json: false }
    const error = await failureOf(eraseContact(input, { ...opened.shell, stdin }, time))
    return { error, ...opened.said(), waitedMs: time.nowMs() }
  }
})

const NOTHING = { contact: false, groups: 0, lists: 0, messages: 0, recipients: 0, events: 0, suppressed: false }
const ERASED: [number, object] = [200, { ...NOTHING, contact: true }]
const WAITS: [number, object] = [409, { code: 33409, status: 409, message: 'Something is on its way' }]
