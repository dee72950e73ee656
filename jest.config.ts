import type { Config } from 'jest'

const config: Config = {
  roots: ['<rootDir>/packages', '<rootDir>/apps', '<rootDir>/tooling', '<rootDir>/examples'],
  testMatch: [
    '**/src/**/*.test.ts',
    '<rootDir>/tooling/*.test.ts',
    '<rootDir>/examples/{sms-provider,rate-limiter}/*.test.js',
  ],
  testEnvironment: 'node',
  // However many cores there are: all test files share one Postgres and its connections.
  maxWorkers: 2,
  // Modules of finished test files stay in memory, so a worker is replaced when it has grown.
  workerIdleMemoryLimit: '1GB',
  // What a test waits for may take its time on a busy machine; only what hangs is to be cut off.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/jest.global-setup.js',
  globalTeardown: '<rootDir>/jest.global-teardown.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
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
  moduleNameMapper: {
    '^@carillon/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
}

export default config
