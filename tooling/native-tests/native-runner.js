import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { default as circus } from 'jest-circus/runner'
import { bundleOf } from '../bundle-tests.js'
import { setGlobals } from './jest-globals.js'

const require = createRequire(import.meta.url)

/**
 * Runs a test file with Jest's own runner, jest-circus, but lets Node load the bundle of the file instead of Jest: see
 * docs/adr/0052. What the bundle shares with other bundles, Node loads once per worker.
 */
// eslint-disable-next-line no-restricted-syntax -- Jest asks for the default export.
export default function runNatively(globalConfig, config, environment, runtime, testFile, sendMessageToJest) {
  const [, , options] = config.transform.find(([, path]) => path.endsWith('bundled-test.js'))
  const nativeRuntime = {
    requireInternalModule: requireAnew,
    requireModule: require,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: async (path) => {
      setGlobals(runtime.requireModuleOrMock(path, '@jest/globals'))
      await import(pathToFileURL(bundleOf(path, options)).href)
    },
    setGlobalsForRuntime: (globals) => runtime.setGlobalsForRuntime(globals),
    enterTestCode: () => runtime.enterTestCode(),
    leaveTestCode: () => runtime.leaveTestCode(),
  }
  return circus.default(globalConfig, config, environment, nativeRuntime, testFile, sendMessageToJest)
}

/** The module of jest-circus keeps the tests and the listeners of one test file. */
function requireAnew(path) {
  delete require.cache[path]
  return require(path)
}
