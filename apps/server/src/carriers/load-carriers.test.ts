import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCarriers } from './load-carriers.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-carriers-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Loads a file in a folder of its own, beside the other files. */
async function load(carriers: string, others: Readonly<Record<string, string>> = {}, env = {}) {
  const own = await mkdtemp(join(folder, 'case-'))
  for (const [name, text] of Object.entries(others)) await writeFile(join(own, name), text)
  await writeFile(join(own, 'carriers.yaml'), carriers)
  const loading = loadCarriers(join(own, 'carriers.yaml'), env)
  return { own, loading }
}

const MODULE = 'carriers:\n  mine: { type: module, path: ./mine.mjs }\n'

test('a module is found beside the file', async () => {
  const { loading } = await load(MODULE, { 'mine.mjs': 'export const createProvider = () => ({})' })
  await expect(loading).resolves.toMatchObject({ file: { carriers: [{ name: 'mine', type: 'module' }] } })
})

test.each([
  ['is missing', {}, 'there is no such file: '],
  ['exports nothing', { 'mine.mjs': '' }, 'it must export a function createProvider, but exports nothing'],
])('a module that %s is one line that names its carrier', async (_, others, expected) => {
  const { own, loading } = await load(MODULE, others)
  const path = join(own, 'mine.mjs')
  const end = expected.endsWith(' ') ? expected + path : expected
  await expect(loading).rejects.toThrow(`carriers.mine.path is ${path}: ${end}`)
})

test('a description of a gateway that is missing is one line that names its carrier', async () => {
  const { own, loading } = await load(
    'publicUrl: https://sms.example.com\ncarriers:\n  local: { type: http, file: ./kannel.yaml }\n',
  )
  await expect(loading).rejects.toThrow(
    `carriers.local: ${join(own, 'kannel.yaml')} cannot be read: there is no such file`,
  )
})

const GATEWAY = 'publicUrl: https://sms.example.com\ncarriers:\n  local: { type: http, file: ./gateway.yaml }\n'

test('each fault in the description of a gateway is one line with the file and the line', async () => {
  const description = `submit:
  url: https://gateway.example.com/send?to={{to}}&text={{text}}
  method: PUSH
  headers: { "a.b: c": x }
  answers:
    - when: { status: 202 }
      outcome: taken
    - when: { status: 400 }
      outcome: lost
retries: 3
`
  const { own, loading } = await load(GATEWAY, { 'gateway.yaml': description })
  const { message } = (await loading.catch((error: unknown) => error)) as Error
  const place = join(own, 'gateway.yaml')
  expect(message.split('\n')).toEqual([
    expect.stringContaining(`${place}:10: retries: got an unknown name`),
    expect.stringContaining(`${place}:3: submit.method: got "PUSH", expected `),
    expect.stringContaining(`${place}:4: submit.headers.a.b: c: got this name`),
    expect.stringContaining(`${place}:9: submit.answers[1].outcome: got "lost", expected `),
  ])
})

test('a contradiction in the description of a gateway names its place too', async () => {
  const description = `submit:
  url: https://gateway.example.com/send?to={{to}}&text={{text}}
  answers: [{ when: { status: 202 }, outcome: taken }]
inbound:
  from: { query: from }
  to: { query: to }
  text: { query: text }
  check:
    kind: hmac
    secret: a-secret-of-the-gateway
    algorithm: sha256
    header: x-signature
    signs: nothing
`
  const { own, loading } = await load(GATEWAY, { 'gateway.yaml': description })
  const line = `${join(own, 'gateway.yaml')}:13: inbound.check.signs: got neither {{body}} nor {{url}}`
  await expect(loading).rejects.toThrow(line)
})

test('a description of a gateway that is no description has its faults in the first line', async () => {
  const { own, loading } = await load(GATEWAY, { 'gateway.yaml': '- submit\n' })
  await expect(loading).rejects.toThrow(`${join(own, 'gateway.yaml')}:1: got a list, expected the fields`)
})

test('a fault in the description of a gateway shows no value of the environment', async () => {
  const description = 'submit: { url: "${GATEWAY_URL}", method: "${METHOD}", answers: [] }\n'
  const env = { GATEWAY_URL: 'hidden, expected nothing', METHOD: 'hidden' }
  const { loading } = await load(GATEWAY, { 'gateway.yaml': description }, env)
  const { message } = (await loading.catch((error: unknown) => error)) as Error
  expect(message).toContain('submit.url: got "${GATEWAY_URL}", expected a URL')
  expect(message).toContain('submit.method: got "${METHOD}", expected one of')
  expect(message).not.toContain('hidden')
})
