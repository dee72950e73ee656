import type { UseCases } from '@carillon/container'
import type { UnitOfWork } from '@carillon/core'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { Registry } from 'prom-client'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  startTestTwilio,
} from '../../../../packages/carriers/src/twilio/testing/test-twilio.js'
import { createLogger } from '../logging/logger.js'
import { aDatabase } from '../testing/service/a-database.js'
import { checkCarriers } from './carriers-file.js'
import { parseCarriers } from './carriers-text.js'
import { openCarriers } from './open-carriers.js'

const MOBILE = '+12025550104'
/** Every fourth simulated phone has a landline. */
const LANDLINE = '+12025550103'

const closers: (() => Promise<unknown>)[] = []
let knex: Knex

beforeEach(async () => {
  const database = await aDatabase()
  knex = database.knex
  closers.push(database.drop)
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(carriers: string) {
  const text = `publicUrl: https://sms.example.com\ncarriers:\n${carriers}\nroutes: [{ via: [phones] }]\n`
  const registry = new Registry()
  const made = await openCarriers(
    checkCarriers(parseCarriers(text, 'carriers.yaml', {})),
    { gateways: new Map(), modules: new Map() },
    {
      ...{ knex, registry, logger: createLogger('silent') },
      unitOfWork: {} as UnitOfWork,
      useCases: Promise.resolve({} as UseCases),
    },
  )
  closers.push(async () => made.close!())
  return made
}

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
