import { describe, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDeclaration, readDeclarationFile } from './declaration-file.js'

const ACME = `account:
  name: Acme
  rateLimits: { message: 5 }
  groups:
    - name: VIP
      optInType: SINGLE

    - name: News
      optInType: MAYBE
  numbers: [
    { number: +12025550100 },
    { number: "+12025550101", status: idle }
  ]
`

describe('paths of the API are mapped to lines of the file:', () => {
  const cases: [path: string, line: number][] = [
    ['account.name', 2],
    ['account.rateLimits.message', 3],
    ['account.groups[1].optInType', 9],
    ['account.groups[1]', 8],
    ['account.numbers[1].status', 12],
    ['account.groups[0].sender', 5],
    ['account.groups[7].name', 4],
    ['account.trackingLinks', 1],
    ['nothing.like[3].this', 1],
  ]
  test.each(cases)('%s is on line %i', (path, line) => {
    expect(parseDeclaration(ACME, 'acme.yaml').place(path)).toBe(`acme.yaml:${line}: `)
  })

  test('a path through an alias is mapped too', () => {
    const file = parseDeclaration('account:\n  groups: [&g { name: A,\n    optInType: X }, *g]\n', 'a.yaml')
    expect(file.place('account.groups[1].optInType')).toBe('a.yaml:3: ')
  })

  test('a path in a JSON file is mapped too', () => {
    const file = parseDeclaration('{\n\t"account": {\n\t\t"name": "Acme"\n\t}\n}\n', 'acme.json')
    expect(file.content).toEqual({ account: { name: 'Acme' } })
    expect(file.place('account.name')).toBe('acme.json:3: ')
  })
})

test('a phone number without quotes, which YAML parses as an integer, gets a hint', () => {
  const file = parseDeclaration(ACME, 'acme.yaml')
  expect(file.hint('account.numbers[0].number')).toBe(' (write it in quotes: "+12025550100")')
  expect(file.hint('account.numbers[1].number')).toBe('')
  expect(file.hint('account.rateLimits.message')).toBe('')
  expect(file.hint('account.groups[9].name')).toBe('')
})

describe('a file that cannot be parsed is reported in one line:', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...nestings()].join('\n')
  const cases: [what: string, text: string, fault: RegExp][] = [
    [
      'an inconsistent indentation',
      'account:\n  name: A\n groups: []\n',
      /^f\.yaml:3:1: All mapping items must start at the same column$/,
    ],
    ['an unclosed bracket', 'account:\n  groups: [\n', /^f\.yaml:3:1: /],
    ['a duplicate key', 'account:\n  name: A\n  name: B\n', /^f\.yaml:3:3: Map keys must be unique$/],
    ['a second document', 'account: {}\n---\naccount: {}\n', /^f\.yaml:2:1: .*multiple documents/],
    ['an unknown tag', 'account: !env NAME\n', /^f\.yaml:1:10: Unresolved tag: !env$/],
    [
      'an alias without an anchor',
      'account: *nobody\n',
      /^f\.yaml:1:10: The alias \*nobody has no anchor &nobody before it$/,
    ],
    [
      'an alias within its own anchor',
      'account: &a\n  groups: [*a]\n',
      /^f\.yaml:2:12: The alias \*a must not be inside its own/,
    ],
    ['an infinite number', 'account:\n  dailyMessageQuota: .inf\n', /^f\.yaml:2:22: \.inf is not a finite number$/],
    ['a NaN in a list', 'account:\n  groups: [1, .nan]\n', /^f\.yaml:2:15: \.nan is not a finite number$/],
    ['aliases that expand to gigabytes', bomb, /^f\.yaml: Excessive alias count/],
    ['a file without content', '# nothing yet\n', /^f\.yaml is empty: it must begin with account:$/],
    ['null', 'null\n', /^f\.yaml is empty: it must begin with account:$/],
    ['a list', '- account\n', /^f\.yaml:1: expected an object that begins with account:, got a list$/],
    ['a word', 'account\n', /^f\.yaml:1: expected an object that begins with account:, got a string$/],
  ]
  test.each(cases)('%s', (_, text, fault) => {
    expect(() => parseDeclaration(text, 'f.yaml')).toThrow(fault)
  })
})

describe('readDeclarationFile', () => {
  test('rejects a missing file, a folder and a file that is not text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'declaration-'))
    const binary = join(folder, 'binary.yaml')
    await writeFile(binary, Buffer.from([0x61, 0xff, 0xfe]))
    await expect(readDeclarationFile(join(folder, 'no.yaml'))).rejects.toThrow('cannot be read: there is no such file')
    await expect(readDeclarationFile(folder)).rejects.toThrow(/cannot be read: EISDIR/)
    await expect(readDeclarationFile(binary)).rejects.toThrow(`${binary} is not text in UTF-8`)
    await rm(folder, { recursive: true })
  })
})

/** Lines that each repeat the previous one nine times, which multiplies the size by nine. */
function nestings(): readonly string[] {
  return [...'bcdefghi'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(', ')}]`)
}
