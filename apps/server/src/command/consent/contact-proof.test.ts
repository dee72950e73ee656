import { parsePhoneNumber } from '@carillon/core'
import { beforeEach, expect, test } from '@jest/globals'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

const ANN = '+12025550123'
const PROOF = ['contacts', 'proof', ANN, '--account', 'Acme & Sons']

let workplace: Workplace

beforeEach(async () => {
  workplace = await openWorkplace()
  const { carillon, aFile, enrol } = workplace
  await carillon(['apply', await aFile('acme.yaml', ACME)])
  await enrol([ANN])
})

async function textFromAnn(body: string) {
  const text = { from: parsePhoneNumber(ANN), to: '+12025550110', body, mediaUrl: null, providerId: body }
  await workplace.server.useCases.receiveInbound.execute(text)
}

test('contacts proof sums up whether a number may be texted, its consent log, and texts about consent', async () => {
  const { code, stdout } = await workplace.carillon(PROOF)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^\+12025550123 may be texted by Acme & Sons: it has opted in\n {2}VIP {2}since \d{4}-.* UTC\n/,
  )
  expect(stdout).toMatch(/\nWHEN +CHANGE +REASON +BY +GROUP +EVIDENCE\n.* UTC +OPT_IN +IMPORT +OPERATOR +VIP +-\n/)
  expect(stdout).toContain('No message about its consent and no message from it is stored\n')
  await textFromAnn('Stop!')
  const after = (await workplace.carillon(PROOF)).stdout
  expect(after).toMatch(/^\+12025550123 may not be texted by Acme & Sons: it has opted out, .* \(\d{4}-.* UTC\)\n/)
  expect(after).toMatch(/ UTC +OPT_OUT +STOP +CONTACT +- +"Stop!"\n/)
  expect(after).toMatch(/ UTC +inbound +sent +"Stop!"\n.* UTC +answer +/)
})

test('contacts proof escapes control characters, and truncates long texts', async () => {
  await textFromAnn(`\u001b[2Jgone\u009b\u202e ${'x'.repeat(100)}`)
  const { stdout } = await workplace.carillon(PROOF)
  expect(stdout).toContain(String.raw`"\u001b[2Jgone\u009b\u202e xxx`)
  expect(stdout).toMatch(/x…"\n/)
  // eslint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/)
})

test('contacts proof --json prints the whole proof', async () => {
  const { stdout } = await workplace.carillon([...PROOF, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ phoneNumber: ANN, mayBeTexted: true, log: [{ reason: 'IMPORT' }] })
})

test('contacts proof saves a page that only the owner of the file may read', async () => {
  const out = join(workplace.folder, 'proof.html')
  const result = await workplace.carillon([...PROOF, '--html', '--out', out])
  expect(result).toEqual({ code: 0, stdout: '', stderr: `The consent proof of ${ANN} is in ${out}\n` })
  const page = await readFile(out, 'utf8')
  expect(page).toContain(`<title>Consent of ${ANN} at Acme &#38; Sons</title>`)
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect((await workplace.carillon([...PROOF, '--html'])).stdout).toContain('This number may be texted.')
})

test('contacts proof leaves no file if the account does not exist', async () => {
  const before = await readdir(workplace.folder)
  const out = join(workplace.folder, 'proof.html')
  const nobody = ['contacts', 'proof', ANN, '--account', 'Nobody', '--html', '--out', out]
  expect(await workplace.carillon(nobody)).toMatchObject({ code: 1, stderr: expect.stringContaining('No account') })
  expect(await readdir(workplace.folder)).toEqual(before)
})

test('contacts proof refuses an invalid number, and two output formats at once', async () => {
  const wrong = await workplace.carillon(['contacts', 'proof', '12025550123', '--account', 'Acme & Sons'])
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('E.164') })
  const both = await workplace.carillon([...PROOF, '--html', '--json'])
  expect(both.stderr).toContain('--html and --json cannot be combined')
})
