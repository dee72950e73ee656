import type { UseCases } from '@carillon/container'
import { ids, scriptedProvider } from '@carillon/contracts'
import type { PhoneNumber, UnitOfWork } from '@carillon/core'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { Registry } from 'prom-client'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  startTestTwilio,
} from '../../../../packages/carriers/src/twilio/testing/test-twilio.js'
import type { CarrierReceiver } from './module/carrier-intake.js'
import type { LoadedProvider, MadeProvider } from './module/made-provider.js'
import { createLogger } from '../logging/logger.js'
import { UserError } from '../settings/user-error.js'
import { aDatabase } from '../testing/service/a-database.js'
import { checkCarriers } from './file/carriers-file.js'
import { parseCarriers } from './file/carriers-text.js'
import { openCarriers } from './open-carriers.js'

const MOBILE = '+12025550104' as PhoneNumber
/** Every fourth simulated phone has a landline. */
const LANDLINE = '+12025550103' as PhoneNumber

const closers: (() => Promise<unknown>)[] = []
const logged: unknown[] = []
let knex: Knex

beforeEach(async () => {
  const database = await aDatabase()
  knex = database.knex
  closers.push(database.drop)
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  logged.splice(0)
})

async function open(carriers: string, modules: ReadonlyMap<string, LoadedProvider> = new Map()) {
  const text = `publicUrl: https://sms.example.com\ncarriers:\n${carriers}\nroutes: [{ via: [phones] }]\n`
  const registry = new Registry()
  const received: unknown[] = []
  const recording = {
    async execute(what: unknown) {
      received.push(what)
      return { isHandled: true }
    },
  }
  const made = await openCarriers(
    checkCarriers(parseCarriers(text, 'carriers.yaml', {})),
    { gateways: new Map(), modules },
    {
      ...{ knex, registry, logger: createLogger('warn', { write: (line) => void logged.push(JSON.parse(line)) }) },
      unitOfWork: {} as UnitOfWork,
      useCases: Promise.resolve({ receiveInbound: recording, receiveReceipt: recording } as unknown as UseCases),
    },
  )
  closers.push(async () => made.close!())
  return { ...made, received, registry }
}

/** Modules by the names of their carriers, and the receivers that they are given. */
function modulesOf(...names: readonly string[]) {
  const receivers = new Map<string, CarrierReceiver>()
  const modules = names.map((name): readonly [string, LoadedProvider] => [
    name,
    {
      ...{ name, file: null, warnings: [] },
      async make({ receiver }) {
        receivers.set(name, receiver!)
        return { provider: scriptedProvider() }
      },
    },
  ])
  return { modules: new Map(modules), receiverOf: (name: string) => receivers.get(name)! }
}

const MINE = '  mine: { type: module, path: ./mine.js }'
const YOURS = '  yours: { type: module, path: ./yours.js }'

const PHONES = '  phones: { type: simulator }'
const twilio = (settings = '') =>
  `  main: { type: twilio, accountSid: ${ACCOUNT_SID}, authToken: ${AUTH_TOKEN}${settings} }`

test.each([
  ['before', [twilio(), PHONES]],
  ['after', [PHONES, twilio()]],
])('the carriers of numbers are not invented if a real carrier stands %s the simulated phones', async (_, carriers) => {
  expect((await open(carriers.join('\n'))).directory).toBeNull()
})

test.each([
  ['before', true],
  ['after', false],
])('numbers are looked up at the real carrier that stands %s the simulated phones', async (_, isFirst) => {
  const server = await startTestTwilio()
  closers.push(server.close)
  const main = twilio(`, lookUp: true, baseUrl: "${server.url}", lookupBaseUrl: "${server.url}"`)
  const { directory } = await open((isFirst ? [main, PHONES] : [PHONES, main]).join('\n'))
  expect(await directory!.lookUp([LANDLINE], { deadlineMs: 5_000 })).toMatchObject([{ lineType: 'mobile' }])
  expect(server.requests).toHaveLength(1)
})

test('with simulated phones only, the carriers of numbers are invented', async () => {
  const { directory } = await open(PHONES)
  expect(await directory!.lookUp([MOBILE, LANDLINE], { deadlineMs: 5_000 })).toMatchObject([
    { lineType: 'mobile' },
    { lineType: 'landline' },
  ])
})

test('texts of two modules with the same id are two texts', async () => {
  const { modules, receiverOf } = modulesOf('mine', 'yours')
  const { received } = await open([PHONES, MINE, YOURS].join('\n'), modules)
  const text = { from: MOBILE, to: '+12025550100', body: 'Hi', mediaUrl: 'https://example.com/a.png', providerId: '1' }
  expect(await receiverOf('mine').receiveText(text)).toEqual({ isHandled: true })
  await receiverOf('yours').receiveText({ ...text, mediaUrl: null })
  expect(received).toMatchObject([
    { ...text, providerId: 'mine:1' },
    { ...text, mediaUrl: null, providerId: 'yours:1' },
  ])
})

test('the receipts of a module are counted', async () => {
  const { modules, receiverOf } = modulesOf('mine')
  const { received, registry } = await open([PHONES, MINE].join('\n'), modules)
  const { receiveReceipt } = receiverOf('mine')
  const [account, message] = [ids.next('acc'), ids.next('msg')]
  const [reference, at] = [`${account}.${message}`, new Date(0)]
  const failure = { type: 'expired', message: 'Too late' } as const
  expect(await receiveReceipt({ reference, at, failure: null })).toEqual({ isHandled: true })
  expect(await receiveReceipt({ reference, at, failure })).toEqual({ isHandled: true })
  expect(await receiveReceipt({ reference: 'of somebody else', at, failure })).toEqual({ isHandled: false })
  expect(received).toEqual([
    { account, message, at, failure: null, carrier: 'mine', providerId: null },
    { account, message, at, failure: { ...failure, carrierCode: null }, carrier: 'mine', providerId: null },
  ])
  expect(await receiptsIn(registry)).toEqual(['mine delivered 1', 'mine expired 2'])
})

test('a test text to the carrier of a module is followed to its receipt', async () => {
  const { modules, receiverOf } = modulesOf('mine')
  const { carrierDesk, received } = await open([PHONES, MINE].join('\n'), modules)
  const { reference } = (await carrierDesk!.test('mine', { from: '+12025550100', to: MOBILE }))!
  await receiverOf('mine').receiveReceipt({ reference, at: null, failure: null })
  expect(await carrierDesk!.findTest('mine', reference)).toMatchObject({ receipt: { failure: null } })
  expect(received).toEqual([])
})

test('the receipt of a test text may come to another process', async () => {
  const [one, another] = [modulesOf('mine'), modulesOf('mine')]
  const { carrierDesk } = await open([PHONES, MINE].join('\n'), one.modules)
  await open([PHONES, MINE].join('\n'), another.modules)
  const { reference } = (await carrierDesk!.test('mine', { from: '+12025550100', to: MOBILE }))!
  await another.receiverOf('mine').receiveReceipt({ reference, at: null, failure: null })
  expect(await carrierDesk!.findTest('mine', reference)).toMatchObject({ receipt: { failure: null } })
})

test('the receipts of simulated phones are counted', async () => {
  const { fakeSms, registry } = await open(PHONES)
  const failure = { type: 'expired', message: 'Too late' } as const
  await fakeSms!.keepReceipt({ reference: 'acc.msg', failure: null })
  await fakeSms!.keepReceipt({ reference: 'acc.msg', failure })
  expect(await receiptsIn(registry)).toEqual(['phones delivered 1', 'phones expired 1'])
})

test('what the alerts count is 0 before it first happens, so that its first increase is seen', async () => {
  const { modules } = modulesOf('mine')
  const { registry } = await open([PHONES, twilio(), MINE].join('\n'), modules)
  const series = (await registry.metrics()).split('\n').filter((line) => /^carillon_carrier_\w+_total\{/.test(line))
  const expected = ['phones', 'main', 'mine'].flatMap((carrier) => [
    ...['accepted', 'unknown', 'carrier_account', 'unregistered_sender'].map(
      (outcome) => `carillon_carrier_submissions_total{carrier="${carrier}",outcome="${outcome}"} 0`,
    ),
    ...['delivered', 'carrier_account', 'unregistered_sender'].map(
      (outcome) => `carillon_carrier_receipts_total{carrier="${carrier}",outcome="${outcome}"} 0`,
    ),
  ])
  const requests = ['receipts', 'inbound'].flatMap((kind) =>
    ['forged', 'absent', 'unreadable', 'failed', 'late'].map(
      (outcome) => `carillon_carrier_requests_total{carrier="main",kind="${kind}",outcome="${outcome}"} 0`,
    ),
  )
  expect(series.sort()).toEqual([...expected, ...requests].sort())
})

test('a carrier that cannot be closed hides neither the error of the start nor other carriers', async () => {
  const closed: string[] = []
  const module = (name: string, made: Partial<MadeProvider> | null): [string, LoadedProvider] => [
    name,
    {
      ...{ name, file: null, warnings: [] },
      async make() {
        if (made === null) throw new UserError('carriers.theirs.path is ./theirs.js: createProvider failed')
        return { provider: scriptedProvider(), ...made }
      },
    },
  ]
  const modules = new Map([
    module('mine', { close: () => Promise.reject(new Error('It hangs')) }),
    module('yours', { close: () => closed.push('yours') }),
    module('theirs', null),
  ])
  const theirs = '  theirs: { type: module, path: ./theirs.js }'
  await expect(open([PHONES, MINE, YOURS, theirs].join('\n'), modules)).rejects.toThrow('createProvider failed')
  expect(closed).toEqual(['yours'])
  expect(logged).toMatchObject([{ level: 'warn', carrier: 'mine', msg: 'a carrier could not be closed' }])
})

async function receiptsIn(registry: Registry) {
  const text = await registry.getSingleMetricAsString('carillon_carrier_receipts_total')
  const counted = text.matchAll(/carrier="(\w+)",outcome="(\w+)"\} ([1-9]\d*)/g)
  return [...counted].map(([, ...counts]) => counts.join(' '))
}
