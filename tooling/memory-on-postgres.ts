import {
  FakeSecrets,
  inMemory as onlyInMemory,
  memoryModule,
  memoryProviderModule,
  RecordingSmsProvider,
  RecordingWebhookSender,
  SimulationClock,
  type MemoryAdapters,
} from '@carillon/memory'
import { openTestDatabase } from '../packages/postgres/src/testing/test-database.js'

export {
  FakeSecrets,
  memoryModule,
  memoryProviderModule,
  RecordingSmsProvider,
  RecordingWebhookSender,
  SimulationClock,
}

/**
 * The bundles of `jest.citus-http.config.js` use this file in place of `@carillon/memory`: the tests of a service in memory
 * then run on Postgres, or on the cluster of CARILLON_TEST_CITUS. The ports that are not stores remain in memory, so a
 * test still controls the clock and reads what was sent.
 */
export function inMemory(options: Parameters<typeof onlyInMemory>[0] = {}): MemoryAdapters {
  const adapters = onlyInMemory(options)
  let opening: ReturnType<typeof openTestDatabase> | null = null
  const database = () => (opening ??= openTestDatabase({ clock: adapters.clock }))
  return {
    ...adapters,
    unitOfWork: {
      run: async (work) => (await database()).unitOfWork.run(work),
      runOne: async (work) => (await database()).unitOfWork.runOne(work),
    },
    keyring: { find: async (...asked) => (await database()).keyring.find(...asked) },
    rateLimiter: { take: async (...taken) => (await database()).rateLimiter.take(...taken) },
  }
}
