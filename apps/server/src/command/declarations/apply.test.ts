import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

beforeEach(async () => {
  ;({ server, carillon, aFile } = await openWorkplace())
})

describe('apply', () => {
  test('prints the changes and the generated secrets; applying the file again changes nothing', async () => {
    const file = await aFile('acme.yaml', ACME)
    const first = await carillon(['apply', file])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Acme & Sons \(acc_[0-9a-z]{26}\)\n {2}account: created Acme & Sons\n/)
    expect(first.stdout).toContain('  groups: created VIP\n')
    const output = /New secrets, shown only once:\n {2}key_acme: (\S+)\n {2}https:\/\/hooks.acme.com: whsec_\S+\n$/
    const secret = output.exec(first.stdout)?.[1]
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
      numbers: [{ number: '+12025550110', status: 'active', mms: true, messagesPerSecond: null, carrier: null }],
      groups: [{ id: expect.stringMatching(/^grp_/), name: 'VIP' }],
      customFields: [expect.objectContaining({ key: 'contact_custom_field_1', label: 'Plan', status: 'active' })],
      pools: [],
      trackingLinks: [],
      webhooks: [
        {
          id: expect.stringMatching(/^whk_/),
          url: 'https://hooks.acme.com',
          secret: expect.stringMatching(/^whsec_/),
        },
      ],
    })
  })

  test('--dry-run prints the changes that the next run makes, without secrets, and changes nothing', async () => {
    const file = await aFile('acme.yaml', ACME)
    const plan = await carillon(['apply', file, '--dry-run'])
    expect(plan).toMatchObject({ code: 0, stderr: '' })
    expect(plan.stdout).toMatch(/^Acme & Sons \(a new account\)\n {2}account: created Acme & Sons\n/)
    expect(plan.stdout).toMatch(/\n {2}groups: created VIP\n[^]*\nA dry run: nothing was changed\.\n$/)
    expect(plan.stdout).not.toMatch(/secret|whsec_/i)
    expect((await carillon(['accounts', 'list', '--json'])).stdout).toBe('[]\n')

    const applied = await carillon(['apply', file])
    const changesOf = (stdout: string) => stdout.split('\n').filter((line) => /^ {2}\w+: (created|changed) /.test(line))
    expect(changesOf(plan.stdout)).toEqual(changesOf(applied.stdout))
    expect((await carillon(['apply', file, '--dry-run'])).stdout).toMatch(/\(acc_\w+\)\n {2}nothing to change\n$/)
    const less = await aFile('less.json', JSON.stringify({ account: { name: 'Acme & Sons' } }))
    const pruned = await carillon(['apply', less, '--prune', '--dry-run', '--json'])
    expect(JSON.parse(pruned.stdout)).toEqual({
      account: { id: expect.stringMatching(/^acc_/), name: 'Acme & Sons' },
      changes: expect.arrayContaining(['groups: removed VIP']),
    })
  })

  test('removes parts that the file omits, but only with --prune', async () => {
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

  test('prints every fault with its line, and applies nothing', async () => {
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
      expect.stringMatching(/acme\.yaml:7: account\.groups\[1\]\.name is the same as in groups\[0\]$/),
      expect.stringMatching(/acme\.yaml:8: account\.groups\[1\]\.optInType must be one of SINGLE, DOUBLE/),
      expect.stringMatching(
        /acme\.yaml:9: account\.groups\[1\]\.colour is not a known property: expected one of name, .*, tags$/,
      ),
    ])
    for (const line of lines) expect(line).toMatch(/^carillon: /)
    expect((await carillon(['accounts', 'list', '--json'])).stdout).toBe('[]\n')
  })

  test('also prints the line of a fault that only the domain rules detect', async () => {
    const file = await aFile('acme.yaml', 'account:\n  name: Acme\n  groups:\n    - name: VIP\n    - name: VIP\n')
    const { code, stderr } = await carillon(['apply', file])
    expect(code).toBe(1)
    expect(stderr).toBe(`carillon: ${file}:5: account.groups[1].name is the same as in groups[0]\n`)
  })

  test('prints a syntax error with its line and column', async () => {
    const file = await aFile('acme.yaml', 'account:\n  name: A\n  name: B\n')
    expect(await carillon(['apply', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: ${file}:3:3: Map keys must be unique\n`,
    })
  })
})
