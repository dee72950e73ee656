import { createCarillon } from '@carillon/core'
import { createMetrics, docsPages, isNetworkFailure, publicApi } from '@carillon/http'
import { RecordingSmsProvider, inMemory } from '@carillon/memory'
import {
  argonPasswordHasher,
  keyedSecrets,
  randomIds,
  startWorker,
  systemChance,
  systemClock,
  systemTimer,
} from '@carillon/node'
import { isOutage, migrate, onPostgres } from '@carillon/postgres'
import { undiciWebhookSender } from '@carillon/webhooks'
import express from 'express'
import { Registry } from 'prom-client'

const SCHEMA = 'texting'

/**
 * A shop that texts its customers. Its tables are in the schema `public`, and Carillon's are in a separate schema; both
 * use the same knex. The shop has its own routes. Its other services call Carillon's API below /texting/api/v1, through
 * a client whose `url` ends in /texting.
 */
export async function createShop({ knex, secret }) {
  await migrate(knex, { schema: SCHEMA })
  await knex.raw('create table if not exists account (id serial primary key, phone text not null unique)')

  const [clock, postgres] = [systemClock, onPostgres({ knex, clock: systemClock, schema: SCHEMA })]
  const webhookSender = undiciWebhookSender({ clock, allowPrivate: false })
  const provider = new RecordingSmsProvider()
  const carillon = createCarillon({
    adapters: {
      ...postgres,
      chance: systemChance,
      clock,
      // Makes no queries and reports every number as mobile. Broadcasts use the directory; each look-up costs a credit.
      directory: inMemory().directory,
      ids: randomIds(clock),
      passwordHasher: argonPasswordHasher(),
      provider,
      secrets: keyedSecrets(secret),
      timer: systemTimer,
      webhookSender,
    },
  })
  const worker = startWorker({
    useCases: carillon,
    reports: {
      onFailure: ({ job, isDead }) => console.error('a job failed', job.kind, { isDead }),
      onError: (error, message) => console.error(message, error.code),
    },
  })

  const { account } = await carillon.applyAccount.execute({
    declaration: {
      name: 'Shop',
      credits: { sms: 1_000 },
      apiKeys: [{ id: 'key_shop', secret }],
      numbers: [{ number: FROM }],
      groups: [{ name: 'Customers', default: true, optInMessage: 'Thank you! Reply STOP to leave.' }],
    },
    prune: false,
  })

  const logger = { info() {}, warn: console.warn, error: console.error }
  const metrics = createMetrics(new Registry())
  const app = express()
  app.use('/docs', docsPages())
  const environment = { docsUrl: '/docs/errors', logger, metrics, isOutage: isLost }
  app.use('/texting/api/v1', publicApi({ useCases: carillon, ...environment }))
  app.post('/orders/:phone/ready', async (req, res) => {
    const { phone } = req.params
    await knex('account').insert({ phone }).onConflict('phone').ignore()
    const { message } = await carillon.sendMessage.execute({
      account,
      from: FROM,
      to: phone,
      body: 'Your order is ready.',
      mediaUrl: null,
      idempotencyKey: req.get('Idempotency-Key') ?? null,
    })
    res.status(201).json({ text: message.id })
  })
  app.use((error, _req, res, _next) => res.status(422).json({ error: error.message }))

  return {
    app,
    provider,
    async close() {
      await worker.stop({ graceMs: 5_000 })
      await postgres.close()
      await webhookSender.close()
    },
  }
}

const FROM = '+12025550110'

const isLost = (error) => isOutage(error) || isNetworkFailure(error)
