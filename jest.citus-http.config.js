import config from './jest.config.js'

const [, others] = config.projects
const [BUNDLED_TESTS] = Object.keys(others.transform)

/** Tests of the server, of reading requests, and of pages: they store next to nothing, and some judge short times. */
const WITHOUT_STORES = ['/packages/http/src/(api|docs|html|input)/', 'bulk-semaphore.test', 'embedding.test']

/** A table of how many statements each operation sends to one Postgres. On a cluster more are sent, to several nodes. */
const ON_ONE_POSTGRES = ['/end-to-end/statements']

const isShort = Boolean(process.env['SHORT'])

/**
 * The short form runs the tests of groups and of consent, which store, send and receive texts too, and those end to end.
 * It leaves out the attempts to end an opt-out, which take minutes.
 */
const [HTTP, SERVER] = isShort ? ['{groups,consent}', 'end-to-end/**'] : ['**', '**']
const LEFT_OUT = isShort ? ['opt-out-stands.test'] : []

/**
 * The tests of the HTTP API, which run in memory otherwise, and of the whole service on Postgres, on the cluster of
 * CARILLON_TEST_CITUS: `npm run campaign -- citus-http`. Without that variable they run on one Postgres.
 */
export default {
  ...config,
  // Each statement goes through two nodes that share the cores with the tests.
  testTimeout: 600_000,
  projects: [
    {
      ...others,
      displayName: 'citus-http',
      roots: ['<rootDir>/packages/http', '<rootDir>/apps/server'],
      testMatch: [`<rootDir>/packages/http/src/${HTTP}/*.test.ts`, `<rootDir>/apps/server/src/${SERVER}/*.pg.test.ts`],
      testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_STORES, ...ON_ONE_POSTGRES, ...LEFT_OUT],
      transform: {
        ...others.transform,
        [BUNDLED_TESTS]: ['<rootDir>/tooling/bundled-test.js', { memory: 'tooling/memory-on-postgres.ts' }],
      },
    },
  ],
}
