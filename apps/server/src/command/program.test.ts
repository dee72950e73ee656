import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoAccount } from '../demo-account.js'
import { ADMIN_TOKEN, aServer, type TestServer } from '../testing/a-server.js'
import { aShell } from '../testing/shell.js'
import { freeAddress, listen, urlOf } from '../listening.js'

let server: TestServer
let folder: string
let carillon: ReturnType<typeof aShell>

beforeEach(async () => {
  server = await aServer()
  folder = await mkdtemp(join(tmpdir(), 'carillon-'))
  carillon = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN })
})

afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const ACME = `account:
  name: Acme & Sons
  credits: { sms: 100 }
  apiKeys:
    - id: key_acme
    - { id: key_given, secret: a-secret-of-our-own }
  numbers: [{ number: "+12025550110" }]
  groups:
    - { name: VIP, tags: [gold] }
  customFields:
    - { key: contact_custom_field_1, label: Plan, type: SINGLE_SELECT, options: [Free, Pro] }
  webhooks:
    - { url: "https://hooks.acme.com", events: [contacts.group.opted_in] }
`

describe('apply', () => {
  test('tells what it has done, and a secret that was made up; a second time there is nothing to do', async () => {
    const file = await aFile('acme.yaml', ACME)
    const first = await carillon(['apply', file])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Acme & Sons \(acc_[0-9a-z]{26}\)\n {2}account: created Acme & Sons\n/)
    expect(first.stdout).toContain('  groups: created VIP\n')
    const secret = /New secrets, shown this once:\n {2}key_acme: (\S+)\n$/.exec(first.stdout)?.[1]
    await server.useCases.authenticate.execute({ keyId: 'key_acme', secret: secret! })
    expect(first.stdout).not.toContain('a-secret-of-our-own')

    const second = await carillon(['apply', file])
    expect(second.stdout).toMatch(/^Acme & Sons \(acc_[0-9a-z]{26}\)\n {2}nothing to change\n$/)
  })

  test('--json prints the state and nothing else', async () => {
    const file = await aFile('acme.yaml', ACME)
    const { code, stdout, stderr } = await carillon(['apply', file, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const state = JSON.parse(stdout) as Record<string, unknown>
    expect(state).toEqual({
      account: { id: expect.stringMatching(/^acc_/), name: 'Acme & Sons' },
      apiKeys: [{ id: 'key_acme', secret: expect.any(String) }, { id: 'key_given' }],
      numbers: [{ number: '+12025550110', status: 'active', mms: true, messagesPerSecond: null }],
      groups: [{ id: expect.stringMatching(/^grp_/), name: 'VIP' }],
      customFields: [expect.objectContaining({ key: 'contact_custom_field_1', label: 'Plan', status: 'active' })],
      trackingLinks: [],
      webhooks: [{ id: expect.stringMatching(/^whk_/), url: 'https://hooks.acme.com' }],
    })
  })

  test('what the file leaves out stays, unless pruned', async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
    const less = await aFile(
      'less.json',
      JSON.stringify({ account: { name: 'Acme & Sons', apiKeys: [{ id: 'key_acme' }] } }),
    )
    expect((await carillon(['apply', less])).stdout).toContain('nothing to change')
    const pruned = await carillon(['apply', less, '--prune'])
    expect(pruned.stdout).toContain('  apiKeys: removed key_given\n')
    expect(pruned.stdout).toContain('  groups: removed VIP\n')
  })

  test('every fault is told with its line, and nothing is applied', async () => {
    const file = await aFile(
      'acme.yaml',
      `account:
  name: Acme
  numbers:
    - number: +12025550110
  groups:
    - name: VIP
    - name: VIP
      optInType: MAYBE
      colour: red
`,
    )
    const { code, stdout, stderr } = await carillon(['apply', file])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const lines = stderr.trimEnd().split('\n').sort()
    expect(lines).toEqual([
      expect.stringMatching(
        /acme\.yaml:4: account\.numbers\[0\]\.number must be .* \(write it in quotes: "\+12025550110"\)$/,
      ),
      expect.stringMatching(/acme\.yaml:8: account\.groups\[1\]\.optInType must be one of SINGLE, DOUBLE/),
      expect.stringMatching(/acme\.yaml:9: account\.groups\[1\]\.colour is not a known property$/),
    ])
    for (const line of lines) expect(line).toMatch(/^carillon: /)
    expect((await carillon(['accounts', 'list', '--json'])).stdout).toBe('[]\n')
  })

  test('a fault that only the rules see has its line too', async () => {
    const file = await aFile('acme.yaml', 'account:\n  name: Acme\n  groups:\n    - name: VIP\n    - name: VIP\n')
    const { code, stderr } = await carillon(['apply', file])
    expect(code).toBe(1)
    expect(stderr).toBe(`carillon: ${file}:5: account.groups[1].name is the same as in groups[0]\n`)
  })

  test('a syntax error is told with line and column', async () => {
    const file = await aFile('acme.yaml', 'account:\n  name: A\n  name: B\n')
    expect(await carillon(['apply', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: ${file}:3:3: Map keys must be unique\n`,
    })
  })
})

test('the example of the README can be applied next to the demo account, and its contacts imported', async () => {
  await createDemoAccount(server.useCases)
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, yaml] = /```yaml\n([^`]*)```/.exec(readme)!
  const [, csv] = /```csv\n([^`]*)```/.exec(readme)!
  expect(await carillon(['apply', await aFile('acme.yaml', yaml!)])).toMatchObject({ code: 0, stderr: '' })
  const file = await aFile('people.csv', csv!)
  const imported = await carillon(['contacts', 'import', file, '--account', 'Acme', '--group', 'News'])
  expect(imported.stdout).toBe('1 row: 1 created, 0 updated, 0 unchanged, 1 joined the group\n')
})

describe('accounts, keys and credits', () => {
  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('accounts are listed', async () => {
    const { stdout } = await carillon(['accounts', 'list'])
    expect(stdout).toMatch(/^NAME +ID +TIMEZONE +CREATED\nAcme & Sons {2}acc_\S+ {2}UTC +2026-\S+\n$/)
    const listed = JSON.parse((await carillon(['accounts', 'list', '--json'])).stdout) as object[]
    expect(listed).toEqual([expect.objectContaining({ name: 'Acme & Sons', timezone: 'UTC' })])
  })

  test('a key is created with its secret, and revoked', async () => {
    const { code, stdout } = await carillon(['keys', 'create', 'Acme & Sons', '--id', 'key_shop'])
    expect(code).toBe(0)
    const secret = /^key_shop: (\S+)\n$/.exec(stdout)![1]!
    await server.useCases.authenticate.execute({ keyId: 'key_shop', secret })
    expect(await carillon(['keys', 'create', 'Acme & Sons', '--id', 'key_shop'])).toMatchObject({
      code: 1,
      stderr: 'carillon: An API key with the id key_shop exists already\n',
    })

    const revoked = await carillon(['keys', 'revoke', 'Acme & Sons', 'key_shop'])
    expect(revoked).toEqual({ code: 0, stdout: 'key_shop is revoked\n', stderr: '' })
    await expect(server.useCases.authenticate.execute({ keyId: 'key_shop', secret })).rejects.toThrow()
    expect((await carillon(['keys', 'revoke', 'Acme & Sons', 'key_shop'])).code).toBe(1)
  })

  test('credits are granted', async () => {
    const granted = await carillon(['credits', 'grant', 'Acme & Sons', '--sms', '50', '--mms', '7'])
    expect(granted).toEqual({ code: 0, stdout: 'Acme & Sons has 150 SMS and 7 MMS credits\n', stderr: '' })
  })

  test('a grant of nothing, or of half a credit, is refused before the server is asked', async () => {
    expect((await carillon(['credits', 'grant', 'Acme & Sons'])).stderr).toContain(
      'say how many, with --sms, --mms or both',
    )
    expect((await carillon(['credits', 'grant', 'Acme & Sons', '--sms', '0.5'])).stderr).toContain(
      'must be a whole number',
    )
    expect((await carillon(['credits', 'grant', 'Acme & Sons', '--sms=-5'])).code).toBe(1)
  })

  test('an account that is not there is told', async () => {
    expect(await carillon(['keys', 'create', 'Nobody/../x'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'carillon: No account is named "Nobody/../x"\n',
    })
  })
})

describe('contacts', () => {
  const PEOPLE =
    'phoneNumber,firstName,Plan\n+12025550123,Ann,Pro\n12025550124,Bo,\n+12025550125,Cleo,Gold\n+12025550126,Dai,Free\n'
  const TO_ACME = ['--account', 'Acme & Sons', '--group', 'VIP']

  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('are imported, what cannot be taken is written to a file, and doing it again changes nothing', async () => {
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

  test('come out as they went in', async () => {
    const file = await aFile('people.csv', PEOPLE)
    await carillon(['contacts', 'import', file, ...TO_ACME])
    const out = join(folder, 'out.csv')
    const told = await carillon(['contacts', 'export', '--account', 'Acme & Sons', '--out', out])
    expect(told).toEqual({ code: 0, stdout: '', stderr: `The contacts of Acme & Sons are in ${out}\n` })
    const text = await readFile(out, 'utf8')
    expect(text).toMatch(/^phoneNumber,firstName,.*Plan\r\n\+12025550123,Ann,/)
    expect((await carillon(['contacts', 'export', '--account', 'Acme & Sons'])).stdout).toBe(text)
    const again = await carillon(['contacts', 'import', out, ...TO_ACME])
    expect(again.stdout).toBe('2 rows: 0 created, 0 updated, 2 unchanged, 0 joined the group\n')
  })

  test('a header that names a column nobody knows stops the import', async () => {
    const file = await aFile('people.csv', 'phoneNumber,shoeSize\n+12025550123,43\n')
    const { code, stderr } = await carillon(['contacts', 'import', file, ...TO_ACME])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^carillon: .*header names "shoeSize", which is no column and no custom field\n$/)
  })

  test('an export of nobody leaves no file', async () => {
    const out = join(folder, 'out.csv')
    expect((await carillon(['contacts', 'export', '--account', 'Nobody', '--out', out])).stderr).toContain(
      'No account is named',
    )
    await expect(readFile(out)).rejects.toThrow('ENOENT')
  })
})

describe('what stands in the way is told in one line', () => {
  test('a server that does not run', async () => {
    const gone = urlOf(await freeAddress({ host: '127.0.0.1', port: 0 }))
    const said = await aShell({ CARILLON_URL: gone, CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(said).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: No Carillon server at ${gone} (nothing listens there): is it running? CARILLON_URL says where to look\n`,
    })
  })

  test('a token that is wrong, by where it comes from', async () => {
    const told = `carillon: The server at ${server.url} does not accept the admin token from`
    const wrong = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: 'wrong' })
    expect((await wrong(['accounts', 'list'])).stderr).toBe(`${told} CARILLON_ADMIN_TOKEN\n`)
    const file = await aFile('admin-token', 'wrong\n')
    const kept = aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })
    expect((await kept(['accounts', 'list'])).stderr).toBe(`${told} ${file}\n`)
  })

  test('no token at all', async () => {
    const none = aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })
    expect((await none(['accounts', 'list'])).stderr).toMatch(
      /^carillon: No admin token: set CARILLON_ADMIN_TOKEN, or .*\n$/,
    )
  })

  test('the token of the data folder lets in', async () => {
    await aFile('admin-token', `${ADMIN_TOKEN}\n`)
    const said = await aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })(['accounts', 'list'])
    expect(said).toEqual({ code: 0, stdout: 'There is no account yet: carillon apply makes one\n', stderr: '' })
  })

  test('a server that is not Carillon', async () => {
    const address = await freeAddress({ host: '127.0.0.1', port: 0 })
    const other = await listen((_, res) => res.end('<html>'), address)
    const said = await aShell({ CARILLON_URL: urlOf(address), CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(said.stderr).toMatch(
      /^carillon: .* does not answer like a Carillon server, but with something else: is CARILLON_URL right\?\n$/,
    )
    await other.stop({ graceMs: 0 })
  })

  test('a command that is not known, and an argument that is missing', async () => {
    expect((await carillon(['aply'])).stderr).toContain("error: unknown command 'aply'")
    expect(await carillon(['contacts', 'import', 'x.csv', '--account', 'A'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("required option '--group <name>' not specified"),
    })
  })
})

test('every command explains itself, with an example', async () => {
  const commands = [
    'start',
    'migrate',
    'apply',
    'accounts list',
    'keys create',
    'keys revoke',
    'credits grant',
    'contacts import',
    'contacts export',
  ]
  for (const command of commands) {
    const { code, stdout } = await carillon([...command.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`carillon ${command}`)
    expect(stdout).toContain('Example')
  }
  expect((await carillon(['--help'])).stdout).toContain('CARILLON_URL')
})

async function aFile(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}
