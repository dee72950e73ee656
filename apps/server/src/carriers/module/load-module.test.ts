import type { InboundText, SmsProvider } from '@carillon/core'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../settings/user-error.js'
import { loadModule } from './load-module.js'
import type { ProviderContext } from './made-provider.js'

let folder: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-provider-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function aModule(text: string): Promise<string> {
  const path = join(folder, `module-${++files}.mjs`)
  await writeFile(path, text)
  return path
}

const CONTEXT = {
  useCases: Promise.resolve({
    receiveInbound: { execute: async (text: InboundText) => ({ isHandled: text.body === 'STOP' }) },
  }),
} as unknown as ProviderContext

const load = (name: string, env = {}) => loadModule(name, env, 'CARILLON_PROVIDER')
const make = async (returned: string) => {
  const path = await aModule(`export const createProvider = async () => (${returned})`)
  return { path, making: (await load(path)).make(CONTEXT) }
}
/** The error message that an operator sees. */
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof UserError) return error.message
      throw error
    },
  )

const METHODS = 'submit() {}, find() {}'
const PROVIDER = `{ deduplicates: true, canBeAsked: false, ${METHODS} }`

test('the module gets the settings without the service’s secrets, and a function to pass on texts', async () => {
  const path = await aModule(`export async function createProvider({ env, receiveInbound }) {
    const { isHandled } = await receiveInbound({ from: 'a', to: 'b', body: 'STOP', providerId: '1' })
    return { provider: { ...${PROVIDER}, env, isHandled }, router: () => {}, close: () => {} }
  }`)
  const env = { TOKEN: 't', CARILLON_SECRET: 's', CARILLON_ADMIN_TOKEN: 's', DATABASE_URL: 's', DATABASE_URLS: 's' }
  const made = await (await load(path, env)).make(CONTEXT)
  expect(made.provider as SmsProvider & object).toMatchObject({ env: { TOKEN: 't' }, isHandled: true })
  expect(Object.keys((made.provider as SmsProvider & { env: object }).env)).toEqual(['TOKEN'])
})

test('what the module of one of several carriers reports goes to the receiver of that carrier', async () => {
  const path = await aModule(`export async function createProvider({ receiveInbound, receiveReceipt }) {
    await receiveInbound({ from: 'a', to: 'b', body: 'Hi', providerId: '1' })
    await receiveReceipt({ reference: 'acc.msg' })
    return { provider: ${PROVIDER} }
  }`)
  const received: unknown[] = []
  const receive = async (one: unknown) => {
    received.push(one)
    return { isHandled: true }
  }
  await (await load(path)).make({ ...CONTEXT, receiver: { receiveText: receive, receiveReceipt: receive } })
  expect(received).toEqual([
    { from: 'a', to: 'b', body: 'Hi', mediaUrl: null, providerId: '1' },
    { reference: 'acc.msg', at: null, failure: null },
  ])
})

test('a class may inherit its methods and properties, and optional parts may be null', async () => {
  const { making } =
    await make(`{ provider: new (class extends class { submit() {} get deduplicates() { return true } } {
    canBeAsked = false
    find() {}
  })(), router: null, directory: null, close: null }`)
  expect((await making).provider.deduplicates).toBe(true)
})

test('the error names the full path of a missing file, and where a package was looked for', async () => {
  expect(await errorOf(load('./no-such/provider.js'))).toBe(
    `CARILLON_PROVIDER is ./no-such/provider.js: there is no such file: ${process.cwd()}/no-such/provider.js`,
  )
  expect(await errorOf(load('@acme/no-such-provider'))).toMatch(
    /^CARILLON_PROVIDER is @acme\/no-such-provider, which cannot be loaded either as the file \/.* or as a package: Cannot find .*$/,
  )
})

test('a failure of the module, or of its createProvider, is reported in one line with its message', async () => {
  const broken = await aModule('throw new Error("no\\n licence")')
  expect(await errorOf(load(broken))).toBe(`CARILLON_PROVIDER is ${broken}, which cannot be loaded: no licence`)
  const failing = await aModule('export function createProvider() { throw new Error("BELL_TOKEN is not set") }')
  expect(await errorOf((await load(failing)).make(CONTEXT))).toBe(
    `CARILLON_PROVIDER is ${failing}: createProvider failed: BELL_TOKEN is not set`,
  )
})

test.each([
  ['', 'exports nothing'],
  ['export default function createProvider() {}\nexport class BellTower {}', 'exports BellTower, default'],
  ['export const createProvider = {}', 'exports createProvider, which is an empty object'],
])('the error for a module without createProvider names its exports: %j', async (text, problem) => {
  const path = await aModule(text)
  expect(await errorOf(load(path))).toBe(
    `CARILLON_PROVIDER is ${path}: it must export a function createProvider, but ${problem}`,
  )
})

test.each([
  ['undefined', 'createProvider must return { provider }, but returned undefined'],
  ['"a string"', 'createProvider must return { provider }, but returned a string'],
  [
    `{ smsProvider: {}, token: "hidden" }`,
    'createProvider must return { provider }, but returned an object with smsProvider, token',
  ],
  ['{ provider: { submit() {} } }', 'provider.find must be a function, got undefined'],
  ['{ provider: { submit: 1, find() {} } }', 'provider.submit must be a function, got a number'],
  [`{ provider: { ${METHODS} } }`, 'provider.deduplicates must be true or false, got undefined'],
  [`{ provider: { ...${PROVIDER}, forget: {} } }`, 'provider.forget must be a function, got an empty object'],
  [`{ provider: ${PROVIDER}, directory: {} }`, 'directory.lookUp must be a function, got undefined'],
  [`{ provider: ${PROVIDER}, router: "/x" }`, 'router must be a function, got a string'],
  [`{ provider: ${PROVIDER}, close: true }`, 'close must be a function, got a boolean'],
])(
  'the result of createProvider is checked, and the error names what was expected and found: %s',
  async (made, problem) => {
    const { path, making } = await make(made)
    expect(await errorOf(making)).toBe(`CARILLON_PROVIDER is ${path}: ${problem}`)
  },
)
