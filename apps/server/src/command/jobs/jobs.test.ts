import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

beforeEach(async () => {
  ;({ server, carillon, aFile } = await openWorkplace())
})

describe('dead jobs', () => {
  const OF_ACME = ['--account', 'Acme & Sons']

  beforeEach(async () => {
    await carillon(['apply', await aFile('acme.yaml', ACME)])
  })

  test('are listed with their last error, and can be retried', async () => {
    const { id } = await server.markJobDead({ accountName: 'Acme & Sons', error: 'The provider\nsaid no' })
    const { code, stdout } = await carillon(['jobs', 'dead', ...OF_ACME])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ID +KIND +TRIES +DIED +ERROR\n\S+ +finish-message +1 +2026-\S+ \S+ UTC +The provider said no\n$/,
    )
    const listed = JSON.parse((await carillon(['jobs', 'dead', ...OF_ACME, '--json'])).stdout) as object[]
    expect(listed).toEqual([expect.objectContaining({ id, attempts: 1, error: 'The provider\nsaid no' })])

    const retried = await carillon(['jobs', 'retry', id, ...OF_ACME])
    expect(retried).toEqual({ code: 0, stdout: `${id} will be retried\n`, stderr: '' })
    const none = await carillon(['jobs', 'dead', ...OF_ACME])
    expect(none).toEqual({ code: 0, stdout: 'Acme & Sons has no dead jobs\n', stderr: '' })
    expect(await carillon(['jobs', 'retry', id, ...OF_ACME])).toMatchObject({
      code: 1,
      stderr: `carillon: No dead job of this account has the id ${id}\n`,
    })
  })

  test('are listed up to a limit of 1,000, with the total number', async () => {
    const one = { accountName: 'Acme & Sons', error: 'It broke' }
    for (let i = 0; i < 1_001; i++) await server.markJobDead(one)
    const { stdout, stderr } = await carillon(['jobs', 'dead', ...OF_ACME])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1_001)
    expect(stderr).toBe('The newest 1000 of 1001 are shown\n')
  })
})
