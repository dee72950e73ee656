import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/** What jest-circus and `jest.setTimeout` leave in the realm for one test file, by the description of the symbol. */
const OF_ONE_TEST_FILE = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'])

/**
 * Runs test files in the realm of the worker process: see docs/adr/0052. After a test file it restores what Jest has
 * replaced, and what the file may have changed in the process.
 */
// eslint-disable-next-line no-restricted-syntax -- Jest asks for the default export.
export default class NativeEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  fakeTimers = null
  console = console
  exit = process.exit
  folder = process.cwd()
  env = { ...process.env }

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    forgetTestFile()
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    globalThis.console = this.console
    process.exit = this.exit
    process.chdir(this.folder)
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name]
    Object.assign(process.env, this.env)
    forgetTestFile()
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return null
  }
}

function forgetTestFile() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (OF_ONE_TEST_FILE.has(symbol.description)) delete globalThis[symbol]
  }
}
