/** Maps package names to their bundles or sources in tests: see docs/adr/0024. */
const SOURCES = {
  '^@carillon/(core|contracts|memory)$': '<rootDir>/packages/$1/.bundle/index.js',
  '^@carillon/core/(smart-encoding|text-segments)$': '<rootDir>/packages/core/src/values/text/$1.ts',
  '^@carillon/carriers/([a-z-]+)$': '<rootDir>/packages/carriers/src/$1/index.ts',
  '^@carillon/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
  '^(\\.{1,2}/.*)\\.js$': '$1',
}

/** Test files that are each bundled with the sources that they import. */
const BUNDLED_TESTS = '/(apps|packages)/[a-z-]+/src/.*\\.test\\.ts$'

/** @satisfies {Partial<import('jest').Config>} */
const PROJECT = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: SOURCES,
  transform: {
    [BUNDLED_TESTS]: '<rootDir>/tooling/bundled-test.js',
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
}

/** Node loads the bundles, and shares between test files what their bundles share: see docs/adr/0052. */
const NATIVE = {
  testEnvironment: '<rootDir>/tooling/native-tests/native-environment.js',
  testRunner: '<rootDir>/tooling/native-tests/native-runner.js',
}

/** @type {import('jest').Config} */
const config = {
  projects: [
    {
      ...PROJECT,
      ...NATIVE,
      displayName: 'core',
      roots: ['<rootDir>/packages/core'],
      testMatch: ['**/src/**/*.test.ts'],
    },
    {
      ...PROJECT,
      ...NATIVE,
      displayName: 'others',
      roots: ['<rootDir>/packages', '<rootDir>/apps'],
      testMatch: ['**/src/**/*.test.ts'],
      // The campaigns `processes` and `citus` run the tests that start processes or a browser, and those on a cluster.
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/packages/core/', '[.](process|browser|citus)[.]test[.]ts$'],
    },
    {
      ...PROJECT,
      displayName: 'tooling',
      roots: ['<rootDir>/tooling', '<rootDir>/examples'],
      testMatch: ['<rootDir>/tooling/*.test.ts', '<rootDir>/examples/{sms-provider,rate-limiter}/*.test.js'],
      testPathIgnorePatterns: ['/node_modules/', '[.]process[.]test[.]ts$'],
    },
  ],
  // The same for any number of cores, because all test files share one Postgres and its connections.
  maxWorkers: 2,
  // Modules of finished test files stay in memory, so a worker is replaced when it uses more than this.
  workerIdleMemoryLimit: '1GB',
  // On a busy machine a test may wait for a long time; the timeout only ends tests that hang.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/jest.global-setup.js',
  globalTeardown: '<rootDir>/jest.global-teardown.js',
}

export default config
