import { beforeEach, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let folder: Workplace['folder']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

beforeEach(async () => {
  ;({ folder, carillon, aFile } = await openWorkplace())
})

describe('contacts', () => {
  const PEOPLE =
    'phoneNumber,firstName,Plan\n+12025550123,Ann,Pro\n12025550124,Bo,\n+12025550125,Cleo,Gold\n+12025550126,Dai,Free\n'
  const TO_ACME = ['--account', 'Acme & Sons', '--group', 'VIP']

  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('are imported, rejected rows are written to a file, and repeating the import changes nothing', async () => {
    const file = await aFile('people.csv', PEOPLE)
    expect(await carillon(['contacts', 'import', file, ...TO_ACME])).toEqual({
      code: 0,
      stdout: `4 rows: 2 created, 0 updated, 0 unchanged, 2 joined the group\n2 rejected: see ${file}.rejected.csv\n`,
      stderr: '',
    })
    const rejected = (await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')
    expect(rejected).toEqual([
      'line,reason',
      expect.stringMatching(/^3,"phoneNumber /),
      expect.stringMatching(/^4,".*Plan/),
      '',
    ])

    const other = join(folder, 'other.csv')
    const again = await carillon(['contacts', 'import', file, ...TO_ACME, '--rejected', other])
    expect(again.stdout).toBe(
      `4 rows: 0 created, 0 updated, 2 unchanged, 0 joined the group\n2 rejected: see ${other}\n`,
    )
  })

  test('are exported in the form that the import accepts', async () => {
    const file = await aFile('people.csv', PEOPLE)
    await carillon(['contacts', 'import', file, ...TO_ACME])
    const out = join(folder, 'out.csv')
    const result = await carillon(['contacts', 'export', '--account', 'Acme & Sons', '--out', out])
    expect(result).toEqual({ code: 0, stdout: '', stderr: `The contacts of Acme & Sons are in ${out}\n` })
    const text = await readFile(out, 'utf8')
    expect(text).toMatch(/^phoneNumber,firstName,.*Plan\r\n\+12025550123,Ann,/)
    expect((await carillon(['contacts', 'export', '--account', 'Acme & Sons'])).stdout).toBe(text)
    const again = await carillon(['contacts', 'import', out, ...TO_ACME])
    expect(again.stdout).toBe('2 rows: 0 created, 0 updated, 2 unchanged, 0 joined the group\n')
  })

  test('are exported if a filter finds them; a filter that is no JSON, or not valid, is refused', async () => {
    await carillon(['contacts', 'import', await aFile('people.csv', PEOPLE), ...TO_ACME])
    const exported = (filter: string) =>
      carillon(['contacts', 'export', '--account', 'Acme & Sons', '--filter', filter])
    const anns = await exported('{"contact":{"firstName":{"eq":"ann"}}}')
    const [, ...rows] = anns.stdout.trimEnd().split('\r\n')
    expect(rows.map((row) => row.split(',')[1])).toEqual(['Ann'])
    expect(await exported('firstName=Ann')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('--filter must be JSON'),
    })
    const unknown = await exported('{"contact":{"nickname":{"eq":"Ann"}}}')
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toContain('filter.contact.nickname')
  })

  test('are exported for a spreadsheet program without formulas, and the import rejects such a file', async () => {
    const file = await aFile('people.csv', 'phoneNumber,firstName\n+12025550123,=1+1\n')
    await carillon(['contacts', 'import', file, ...TO_ACME])
    const out = join(folder, 'out.csv')
    await carillon(['contacts', 'export', '--account', 'Acme & Sons', '--out', out, '--spreadsheet'])
    expect(await readFile(out, 'utf8')).toMatch(/^"phoneNumber","firstName",.*\r\n"'\+12025550123","'=1\+1",/)
    const { stdout } = await carillon(['contacts', 'import', out, ...TO_ACME])
    expect(stdout).toContain('1 row: 0 created, 0 updated, 0 unchanged, 0 joined the group\n1 rejected: see ')
    expect(await readFile(`${out}.rejected.csv`, 'utf8')).toMatch(/^line,reason\n2,"phoneNumber /)
  })

  test('are not imported if the header has an unknown column', async () => {
    const file = await aFile('people.csv', 'phoneNumber,shoeSize\n+12025550123,43\n')
    const { code, stderr } = await carillon(['contacts', 'import', file, ...TO_ACME])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^carillon: .*header contains "shoeSize", which is neither a column nor a custom field\n$/)
  })

  test('are not left in a file if their export fails', async () => {
    const out = join(folder, 'out.csv')
    expect((await carillon(['contacts', 'export', '--account', 'Nobody', '--out', out])).stderr).toContain(
      'No account is named',
    )
    await expect(readFile(out)).rejects.toThrow('ENOENT')
  })
})
