import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

beforeEach(async () => {
  ;({ server, carillon, aFile } = await openWorkplace())
})

describe('in the commands for accounts, keys and credits,', () => {
  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('accounts are listed', async () => {
    const { stdout } = await carillon(['accounts', 'list'])
    expect(stdout).toMatch(/^NAME +ID +TIMEZONE +CREATED\nAcme & Sons {2}acc_\S+ {2}UTC +2026-\S+ \S+ UTC\n$/)
    const listed = JSON.parse((await carillon(['accounts', 'list', '--json'])).stdout) as object[]
    expect(listed).toEqual([expect.objectContaining({ name: 'Acme & Sons', timezone: 'UTC' })])
  })

  test('keys create prints the secret of the new key, and keys revoke revokes the key', async () => {
    const { code, stdout } = await carillon(['keys', 'create', 'Acme & Sons', '--id', 'key_shop'])
    expect(code).toBe(0)
    const secret = /^key_shop: (\S+)\n$/.exec(stdout)![1]!
    await server.useCases.authenticate.execute({ keyId: 'key_shop', secret })
    expect(await carillon(['keys', 'create', 'Acme & Sons', '--id', 'key_shop'])).toMatchObject({
      code: 1,
      stderr: 'carillon: An API key with the id key_shop already exists\n',
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

  test('a grant of no credits, of half a credit or of negative credits is refused', async () => {
    expect((await carillon(['credits', 'grant', 'Acme & Sons'])).stderr).toContain('--sms, --mms or both are required')
    expect((await carillon(['credits', 'grant', 'Acme & Sons', '--sms', '0.5'])).stderr).toContain(
      'must be a whole number',
    )
    expect((await carillon(['credits', 'grant', 'Acme & Sons', '--sms=-5'])).code).toBe(1)
  })

  test('the error names an account that does not exist', async () => {
    expect(await carillon(['keys', 'create', 'Nobody/../x'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'carillon: No account is named "Nobody/../x"\n',
    })
  })
})
