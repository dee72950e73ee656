import { parsePhoneNumber } from '@carillon/core'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { narrow } from '../../testing/narrow.js'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

const UNMATCHED = ['keywords', 'unmatched', '--account', 'Acme & Sons']

beforeEach(async () => {
  ;({ server, carillon, aFile } = await openWorkplace())
})

async function text(body: string) {
  const from = parsePhoneNumber('+12025550123')
  await server.useCases.receiveInbound.execute({ from, to: '+12025550110', body, mediaUrl: null, providerId: body })
}

describe('keywords explain', () => {
  test('shows the keyword, the rule and the words, without an account', async () => {
    const { code, stdout } = await carillon(['keywords', 'explain', 'Please STOP texting me 🙏'])
    expect(code).toBe(0)
    expect(narrow(stdout)).toEqual([
      'KEYWORD  STOP',
      'RULE  A request to stop the texts: "stop texting me"',
      'WORDS  please stop texting me',
      '',
    ])
  })

  test('shows that a text is an ordinary message, and whether it is listed', async () => {
    const shown = async (given: string) => narrow((await carillon(['keywords', 'explain', given])).stdout)
    expect(await shown("don't stop")).toEqual(['KEYWORD  none: an ordinary message', 'RULE  -', 'WORDS  dont stop', ''])
    expect((await shown('stop it'))[0]).toBe('KEYWORD  none: an ordinary message, listed by keywords unmatched')
    expect((await shown('👍'))[2]).toBe('WORDS  -')
  })

  test('prints JSON, and reports an empty text', async () => {
    const { stdout } = await carillon(['keywords', 'explain', 'help', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ keyword: 'help', normalized: 'help', resemblesStop: false })
    const { code, stderr } = await carillon(['keywords', 'explain', ''])
    expect([code, stderr]).toEqual([1, expect.stringContaining('text is required')])
  })
})

describe('keywords unmatched', () => {
  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('prints one text a line, whatever is in the texts', async () => {
    await text(`stop it\n\u001b[2J\u202e now, ${'x'.repeat(200)}`)
    await text('STOP')
    await text('STOP. Now')
    const { code, stdout } = await carillon(UNMATCHED)
    expect(code).toBe(0)
    const [head, ...lines] = narrow(stdout)
    expect(head).toBe('RECEIVED  FROM  MESSAGE  TEXT')
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => line.includes('+12025550123'))).toHaveLength(2)
    expect(stdout).toMatch(/ UTC +\+12025550123 +msg_\w+ +"STOP\. Now"\n/)
    expect(stdout).toContain(String.raw`"stop it\n\u001b[2J\u202e now, xxx`)
    expect(stdout).toMatch(/x…"\n/)
    expect(JSON.parse((await carillon([...UNMATCHED, '--json'])).stdout)).toHaveLength(2)
  })

  test('says that there are none', async () => {
    const stdout = 'Acme & Sons has no texts that may ask to opt out\n'
    expect(await carillon(UNMATCHED)).toEqual({ code: 0, stdout, stderr: '' })
  })
})
