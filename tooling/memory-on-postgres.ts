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
import { ACCOUNT_TABLES, REFERENCE_TABLES } from '../packages/postgres/src/schema/distribution/tables.js'
import { openTestDatabase, type TestDatabase } from '../packages/postgres/src/testing/test-database.js'

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
  const unitOfWork: MemoryAdapters['unitOfWork'] & Readable = {
    run: async (work) => (await database()).unitOfWork.run(work),
    runOne: async (work) => (await database()).unitOfWork.runOne(work),
    read: async (read) => read(await tablesOf(await database())),
  }
  return {
    ...adapters,
    unitOfWork,
    keyring: { find: async (...asked) => (await database()).keyring.find(...asked) },
    rateLimiter: { take: async (...taken) => (await database()).rateLimiter.take(...taken) },
  }
}

type StoredTable = { partsInUse(): readonly string[]; of(part: string): readonly object[] }
type Tables = Readonly<Record<string, StoredTable>>

/** How tests look at everything that is stored in memory. */
type Readable = { read<T>(read: (tables: Tables) => T): Promise<T> }

/** Everything that is stored. Each table counts as one part. */
async function tablesOf({ knex }: TestDatabase): Promise<Tables> {
  const tables: Record<string, StoredTable> = {}
  for (const table of [...REFERENCE_TABLES, ...ACCOUNT_TABLES]) {
    const { rows } = await knex.raw<{ rows: object[] }>(`table ${table}`)
    tables[table] = { partsInUse: () => [table], of: () => rows }
  }
  return tables
}
