import config from './jest.config.js'

const [, others] = config.projects
const { '\\.ts$': swc } = others.transform

/** The tests that start servers, workers, commands or a browser as processes: `npm run campaign -- processes`. */
export default {
  ...config,
  projects: [
    {
      ...others,
      displayName: 'processes',
      testMatch: ['**/*.{process,browser}.test.ts'],
      testPathIgnorePatterns: ['/node_modules/'],
      // None of these tests is in a package with bundled tests, so the setup has nothing to bundle.
      transform: { '\\.ts$': swc },
    },
  ],
}
