import type { InboundText, SmsProvider } from '@carillon/core'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../settings/user-error.js'
import { loadProvider } from './load-provider.js'

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

const INTAKE = {
  receiveInbound: async (text: InboundText) => ({ isHandled: text.body === 'STOP' }),
  receiveReceipt: async () => ({ isHandled: true }),
}

const load = async (provider: string, env = {}) => (await loadProvider({ provider }, env))!
const make = async (returned: string) => {
  const path = await aModule(`export const createProvider = async () => (${returned})`)
  return { path, making: (await load(path)).make(INTAKE) }
}
/** The line that an operator reads of it. */
const toldOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof UserError) return error.message
      throw error
    },
  )

const METHODS = 'submit() {}, find() {}'
const PROVIDER = `{ deduplicates: true, canBeAsked: false, ${METHODS} }`

test('without the setting there is none', async () => {
  expect(await loadProvider({ provider: null }, {})).toBeNull()
})

test('the module is handed the settings but for the secrets of the service, and where to tell what comes back', async () => {
  const path = await aModule(`export async function createProvider({ env, receiveInbound }) {
    const { isHandled } = await receiveInbound({ body: 'STOP' })
    return { provider: { ...${PROVIDER}, env, isHandled }, router: () => {}, close: () => {} }
  }`)
  const env = { TOKEN: 't', CARILLON_SECRET: 's', CARILLON_ADMIN_TOKEN: 's', DATABASE_URL: 's' }
  const made = await (await load(path, env)).make(INTAKE)
  expect(made.provider as SmsProvider & object).toMatchObject({ env: { TOKEN: 't' }, isHandled: true })
  expect(Object.keys((made.provider as SmsProvider & { env: object }).env)).toEqual(['TOKEN'])
})

test('a class may have its methods and promises anywhere, and what is optional may be null', async () => {
  const { making } =
    await make(`{ provider: new (class extends class { submit() {} get deduplicates() { return true } } {
    canBeAsked = false
    find() {}
  })(), router: null, directory: null, close: null }`)
  expect((await making).provider.deduplicates).toBe(true)
})

test('a file that is not there is told by its whole path, and a package with where it was looked for', async () => {
  expect(await toldOf(load('./no-such/provider.js'))).toBe(
    `CARILLON_PROVIDER is ./no-such/provider.js: there is no such file: ${process.cwd()}/no-such/provider.js`,
  )
  expect(await toldOf(load('@acme/no-such-provider'))).toMatch(
    /^CARILLON_PROVIDER is @acme\/no-such-provider, which cannot be loaded, neither as the file \/.* nor as a package: Cannot find .*$/,
  )
})

test('a module that fails while it is loaded, or while it makes the provider, is told with its own words, in a line', async () => {
  const broken = await aModule('throw new Error("no\\n licence")')
  expect(await toldOf(load(broken))).toBe(`CARILLON_PROVIDER is ${broken}, which cannot be loaded: no licence`)
  const failing = await aModule('export function createProvider() { throw new Error("BELL_TOKEN is not set") }')
  expect(await toldOf((await load(failing)).make(INTAKE))).toBe(
    `CARILLON_PROVIDER is ${failing}: createProvider failed: BELL_TOKEN is not set`,
  )
})

test.each([
  ['', 'exports nothing'],
  ['export default function createProvider() {}\nexport class BellTower {}', 'exports BellTower, default'],
  ['export const createProvider = {}', 'exports createProvider, which is {}'],
])('a module without the function is told what it exports: %j', async (text, told) => {
  const path = await aModule(text)
  expect(await toldOf(load(path))).toBe(
    `CARILLON_PROVIDER is ${path}: it must export a function createProvider, and ${told}`,
  )
})

test.each([
  ['undefined', 'createProvider must return { provider }, and returned undefined'],
  ['"a string"', 'createProvider must return { provider }, and returned a string'],
  [
    `{ smsProvider: {}, token: "hidden" }`,
    'createProvider must return { provider }, and returned { smsProvider, token }',
  ],
  ['{ provider: { submit() {} } }', 'provider.find must be a function, and is undefined'],
  ['{ provider: { submit: 1, find() {} } }', 'provider.submit must be a function, and is a number'],
  [`{ provider: { ${METHODS} } }`, 'provider.deduplicates must be true or false, and is undefined'],
  [`{ provider: { ...${PROVIDER}, forget: {} } }`, 'provider.forget must be a function, and is {}'],
  [`{ provider: ${PROVIDER}, directory: {} }`, 'directory.lookUp must be a function, and is undefined'],
  [`{ provider: ${PROVIDER}, router: "/x" }`, 'router must be a function, and is a string'],
  [`{ provider: ${PROVIDER}, close: true }`, 'close must be a function, and is a boolean'],
])(
  'what createProvider returns is looked at, and told by what it got and what was expected: %s',
  async (made, told) => {
    const { path, making } = await make(made)
    expect(await toldOf(making)).toBe(`CARILLON_PROVIDER is ${path}: ${told}`)
  },
)
