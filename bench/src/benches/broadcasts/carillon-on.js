import {
  DeliverEvents,
  DispatchChunk,
  FinishMessage,
  Once,
  RelayEvents,
  RunDueJobs,
  RunImport,
  RunOccurrence,
  StartBroadcast,
  StartSend,
  WatchCanary,
} from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemClock, systemTimer } from '@carillon/node'
import { connect, onPostgres } from '@carillon/postgres'
import { undiciWebhookSender } from '@carillon/webhooks'
import { instantProvider } from './instant-provider.js'

/** The use cases of bulk sending on a database, built as in a process of the service, with the bench's provider. */
export async function carillonOn(url, { provider = instantProvider() } = {}) {
  const knex = await connect(url)
  const clock = systemClock
  const adapters = onPostgres({ knex, clock })
  const { unitOfWork } = adapters
  const ids = randomIds(clock)
  const secrets = keyedSecrets('a-secret-of-the-bench')
  const webhookSender = undiciWebhookSender({ allowPrivate: true, clock })
  const ports = { unitOfWork, clock, ids, chance: systemChance, secrets }
  const deps = { ...ports, provider, webhookSender, directory: noCarriers }
  const dispatchChunk = new DispatchChunk(deps)
  return {
    knex,
    deps,
    startBroadcast: new StartBroadcast({ ...deps, once: new Once({ unitOfWork, clock, timer: systemTimer }) }),
    runDueJobs: new RunDueJobs({
      ...deps,
      dispatchChunk,
      finishMessage: new FinishMessage(deps),
      runOccurrence: new RunOccurrence(deps),
      startSend: new StartSend(deps),
      watchCanary: new WatchCanary(deps),
      deliverEvents: new DeliverEvents(deps),
      runImport: new RunImport(deps),
    }),
    relayEvents: new RelayEvents(deps),
    async close() {
      await webhookSender.close()
      await adapters.close()
      await knex.destroy()
    },
  }
}

/** Never called: every carrier was looked up within the last 30 days. */
const noCarriers = {
  async lookUp() {
    throw new Error('Every carrier was looked up before')
  },
}
