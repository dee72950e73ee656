import type { HandledInbound } from '@carillon/core'
import { afterEach, expect, test } from '@jest/globals'
import { createLogger } from '../logging/logger.js'
import { createDemoAccount, DEMO_CONTACT, DEMO_SENDER } from '../start/demo/demo-account.js'
import { aDatabase } from '../testing/service/a-database.js'
import { compose } from './compose.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('each text from a phone is reported once, with its keyword and what became of the reply', async () => {
  const { knex, drop } = await aDatabase()
  closers.push(drop)
  const reported: HandledInbound[] = []
  const { useCases, close } = await compose({
    knex,
    secretKey: 'a secret for the tests',
    webhooksAllowPrivate: false,
    logger: createLogger('silent'),
    onInbound: (handled) => reported.push(handled),
  })
  closers.push(close)
  await createDemoAccount(useCases)
  await useCases.receiveInbound.execute({
    from: DEMO_CONTACT,
    to: DEMO_SENDER,
    body: 'HELP',
    mediaUrl: null,
    providerId: 'p-1',
  })
  expect(reported).toEqual([{ isHandled: true, keyword: 'help', reply: 'sent' }])
})
