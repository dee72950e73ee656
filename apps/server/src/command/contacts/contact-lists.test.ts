import { beforeEach, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let folder: Workplace['folder']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']
let enrol: Workplace['enrol']

const OF_ACME = ['--account', 'Acme & Sons']

beforeEach(async () => {
  ;({ folder, carillon, aFile, enrol } = await openWorkplace())
  await carillon(['apply', await aFile('acme.yaml', ACME)])
})

const numberOf = (n: number) => `+1202555${String(n).padStart(4, '0')}`

const save = (file: string, name = 'New & old', ...more: readonly string[]) =>
  carillon(['lists', 'save', file, ...OF_ACME, '--name', name, ...more])

describe('lists save', () => {
  test('creates a list and adds to it, and repeating the command changes nothing', async () => {
    await enrol([1, 2, 3].map(numberOf))
    const two = await aFile('two.txt', `${numberOf(1)}\n${numberOf(2)}\n`)
    const first = await save(two)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(
      /^2 rows: 2 added, 0 already on the list or twice in the file\nNew & old \(lst_[0-9a-z]{26}\) has 2 contacts\n$/,
    )
    const id = /lst_\w+/.exec(first.stdout)![0]
    expect((await save(two)).stdout).toBe(
      `2 rows: 0 added, 2 already on the list or twice in the file\nNew & old (${id}) has 2 contacts\n`,
    )
    const other = await aFile('other.txt', [2, 3].map(numberOf).join('\n'))
    expect((await save(other)).stdout).toBe(
      `2 rows: 1 added, 1 already on the list or twice in the file\nNew & old (${id}) has 3 contacts\n`,
    )
    await expect(readFile(`${two}.rejected.csv`)).rejects.toThrow('ENOENT')
  })

  test('reports invalid numbers, and numbers without a contact, by line', async () => {
    await enrol([numberOf(1)])
    const lines = ['\uFEFFphoneNumber\r', '', `  ${numberOf(1)} \r`, numberOf(9), '2025550123', numberOf(9)]
    const file = await aFile('numbers.txt', `${lines.join('\n')}\r\n`)
    const { code, stdout } = await save(file)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(
        `^5 rows: 1 added, 0 already on the list or twice in the file\n4 rejected: see ${file}.rejected.csv\n.* has 1 contact\n$`,
      ),
    )
    expect((await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')).toEqual([
      'line,reason',
      '1,"""phoneNumber"" is not a phone number in E.164 form, such as +12025550123"',
      `4,"No contact has the number ${numberOf(9)}"`,
      '5,"""2025550123"" is not a phone number in E.164 form, such as +12025550123"',
      `6,"No contact has the number ${numberOf(9)}"`,
      '',
    ])
    const mine = join(folder, 'mine.csv')
    expect((await save(file, 'Other', '--rejected', mine)).stdout).toContain(`4 rejected: see ${mine}\n`)
    expect(await readFile(mine, 'utf8')).toContain('line,reason\n1,')
  })

  test('counts a repeated number as neither added nor rejected, however far apart the lines are', async () => {
    await enrol([1, 2].map(numberOf))
    const often = Array.from({ length: 5_000 }, () => numberOf(1))
    const file = await aFile('often.txt', [...often, numberOf(2), numberOf(1)].join('\n'))
    expect((await save(file)).stdout).toMatch(
      /^5002 rows: 2 added, 5000 already on the list or twice in the file\n.* has 2 /,
    )
  })

  test('removes the file with the rejected rows of an earlier run when nothing is rejected', async () => {
    await enrol([numberOf(1)])
    const file = await aFile('numbers.txt', `${numberOf(1)}\nhello\n`)
    await save(file)
    expect(await readFile(`${file}.rejected.csv`, 'utf8')).toContain('hello')
    await aFile('numbers.txt', `${numberOf(1)}\n`)
    expect((await save(file)).code).toBe(0)
    await expect(readFile(`${file}.rejected.csv`)).rejects.toThrow('ENOENT')
  })

  test('accepts a file that needs several requests', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => numberOf(n))
    await enrol(all.slice(0, 7_500))
    const file = await aFile('numbers.txt', [...all, 'hello'].join('\n'))
    const { code, stdout } = await save(file)
    expect(code).toBe(0)
    expect(stdout).toContain('10001 rows: 7500 added, 0 already on the list or twice in the file\n2501 rejected: ')
    expect(stdout).toContain(' has 7500 contacts\n')
    const rejected = (await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')
    expect(rejected[1]).toBe(`7501,"No contact has the number ${numberOf(7_500)}"`)
    expect(rejected).toHaveLength(2_503)
  })

  test.each(['', '\n\n', 'phoneNumber\nhello\n'])('creates no list if the file has no number: %j', async (content) => {
    const file = await aFile('empty.txt', content)
    expect(await save(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: ${file} contains no phone number: nothing was saved\n`,
    })
    expect((await carillon(['lists', ...OF_ACME])).stdout).toContain('has no list of contacts yet')
  })

  test('reports a missing file, an invalid name and an unknown account', async () => {
    const gone = join(folder, 'gone.txt')
    expect((await save(gone)).stderr).toBe(`carillon: ${gone} cannot be read: there is no such file\n`)
    const file = await aFile('numbers.txt', numberOf(1))
    expect((await save(file, '')).stderr).toContain('name must have 1 to 100 characters')
    const nobody = await carillon(['lists', 'save', file, '--account', 'Nobody', '--name', 'VIP'])
    expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Nobody"\n' })
  })
})

describe('lists', () => {
  test('are shown with the newest first, with and without the subcommand list', async () => {
    expect(await carillon(['lists', ...OF_ACME])).toEqual({
      code: 0,
      stdout: 'Acme & Sons has no list of contacts yet: carillon lists save creates one\n',
      stderr: '',
    })
    await enrol([1, 2].map(numberOf))
    await save(await aFile('one.txt', numberOf(1)), 'One')
    await save(await aFile('two.txt', [1, 2].map(numberOf).join('\n')), 'Two')
    const { code, stdout } = await carillon(['lists', ...OF_ACME])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^NAME +ID +CONTACTS +CREATED\nTwo +lst_\S+ +2 +20\d\d-\S+ \S+ UTC\nOne +lst_\S+ +1 +20\d\d-\S+ \S+ UTC\n$/,
    )
    expect((await carillon(['lists', 'list', ...OF_ACME])).stdout).toBe(stdout)
    const listed = JSON.parse((await carillon(['lists', ...OF_ACME, '--json'])).stdout) as object[]
    expect(listed).toMatchObject([
      { name: 'Two', size: 2 },
      { name: 'One', size: 1 },
    ])
  })

  test('require the account, and reject unknown subcommands', async () => {
    expect((await carillon(['lists'])).stderr).toContain("required option '--account <name>' not specified")
    expect((await carillon(['lists', 'lost', ...OF_ACME])).code).toBe(1)
  })
})
