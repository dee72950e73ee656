import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const HOOK = /^(?:before|after)(?:Each|All)\(/m
const RELATIVE_IMPORT = /from '(\..*)\.js'/g
const TEST_FILE = /\.test\.ts$/

/**
 * Whether a file is a fixture that registers hooks as soon as it is loaded, or imports one that does. Each test file needs
 * such a fixture for itself, because hooks belong to the test file that loads them.
 * @param {string | undefined} memoryFile The file in place of `@carillon/memory`, if there is one.
 * @returns {(file: string) => boolean}
 */
export function fixturesWithHooks(memoryFile) {
  const known = new Map()
  const hasHooks = (file) => {
    if (!known.has(file)) {
      known.set(file, false)
      known.set(file, existsSync(file) && (HOOK.test(readFileSync(file, 'utf8')) || importsOf(file).some(hasHooks)))
    }
    return known.get(file)
  }
  const importsOf = (file) => {
    const source = readFileSync(file, 'utf8')
    const relative = [...source.matchAll(RELATIVE_IMPORT)].map(([, path]) => join(dirname(file), `${path}.ts`))
    const isMemoryImported = memoryFile !== undefined && source.includes("from '@carillon/memory'")
    return isMemoryImported && file !== memoryFile ? [...relative, memoryFile] : relative
  }
  return hasHooks
}

/**
 * Marks a module as the own module of a test file, for esbuild: each test file gets its own bundled copy.
 * @param {string} path
 * @param {{ importer: string, pluginData?: { testFile: string } | undefined }} imported
 */
export function ownModule(path, { importer, pluginData }) {
  const testFile = pluginData?.testFile ?? importer
  if (!TEST_FILE.test(testFile)) throw new Error(`${importer} is shared by test files, so it must not import ${path}`)
  return { path, suffix: `?of=${testFile}`, pluginData: { testFile } }
}
