import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from '@swc/core'
import { build } from 'esbuild'
import { fixturesWithHooks, ownModule } from './native-tests/fixtures-with-hooks.js'

const ROOT = join(import.meta.dirname, '..')
const JEST_GLOBALS = join(ROOT, 'tooling/native-tests/jest-globals.js')
const CHUNKS = '.bundle'
const KEEP_CHUNKS_MS = 86_400_000

/** @typedef {{ memory?: string }} BundleOptions The path of a file to use in place of `@carillon/memory`. */

/**
 * The path of a test's bundle: inside the package of the test, so that the dependencies of the package are found.
 * @param {string} testFile
 * @param {BundleOptions} [options]
 */
export function bundleOf(testFile, { memory } = {}) {
  const [group, name, ...rest] = relative(ROOT, testFile).split(sep)
  const folder = memory === undefined ? [] : [basename(memory, '.ts')]
  return join(ROOT, group, name, '.bundle', ...folder, ...rest).replace(/\.ts$/, '.js')
}

/**
 * Bundles each test file with the sources that it imports: see docs/adr/0024. Sources that several test files import are
 * in shared chunks.
 */
export async function bundleTests(testFiles, options = {}) {
  const entryPoints = testFiles.map((testFile) => ({
    in: testFile,
    out: relative(ROOT, bundleOf(testFile, options)).replace(/\.js$/, ''),
  }))
  await build({
    entryPoints,
    outdir: ROOT,
    bundle: true,
    splitting: true,
    chunkNames: `${CHUNKS}/[hash]`,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [{ name: 'sources', setup: (build) => bundleSources(build, options) }],
  })
  await deleteOldChunks()
}

/** Another run may still load recent chunks. */
async function deleteOldChunks() {
  const folder = join(ROOT, CHUNKS)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const chunk = join(folder, name)
    const age = Date.now() - (statSync(chunk, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > KEEP_CHUNKS_MS) await rm(chunk, { force: true })
  }
}

/**
 * Only the TypeScript of this repository is bundled. Node loads dependencies and plain JavaScript.
 * @param {import('esbuild').PluginBuild} build
 * @param {BundleOptions} options
 */
function bundleSources({ onResolve, onLoad }, { memory }) {
  const memoryFile = memory === undefined ? undefined : join(ROOT, memory)
  const hasHooks = fixturesWithHooks(memoryFile)
  const sources = new Map()

  const bundled = (path, imported) => ({
    ...(hasHooks(path) ? ownModule(path, imported) : { path }),
    sideEffects: false,
  })
  onResolve({ filter: /^@carillon\/[a-z-]+(\/[a-z-]+)?$/ }, (imported) => {
    const isMemory = imported.path === '@carillon/memory' && imported.importer !== memoryFile
    return bundled(isMemory && memoryFile !== undefined ? memoryFile : sourceOfPackage(imported.path), imported)
  })
  onResolve({ filter: /^@jest\/globals$/ }, () => ({ path: JEST_GLOBALS, external: true }))
  onResolve({ filter: /^[^./]/ }, ({ path, importer }) => ({ path: dependency(path, importer), external: true }))
  onResolve({ filter: /^\..*\.js$/ }, (imported) => {
    const file = join(imported.resolveDir, imported.path)
    const source = file.replace(/\.js$/, '.ts')
    return existsSync(source) && !source.endsWith('.d.ts') ? bundled(source, imported) : { path: file, external: true }
  })
  onLoad({ filter: /\.ts$/ }, async ({ path, pluginData }) => {
    if (!sources.has(path)) sources.set(path, sourceOf(path))
    return { contents: await sources.get(path), loader: 'ts', pluginData }
  })
}

function sourceOfPackage(specifier) {
  const [, name, part] = specifier.split('/')
  if (part === undefined) return join(ROOT, 'packages', name, 'src/index.ts')
  return join(ROOT, 'packages', name, name === 'core' ? `src/values/text/${part}.ts` : `src/${part}/index.ts`)
}

/** The path of a dependency if the importing package has a separate version of it; otherwise its name. */
function dependency(name, importer) {
  if (name.startsWith('node:')) return name
  const own = createRequire(importer)
    .resolve.paths(name)
    .find((folder) => existsSync(join(folder, name)))
  return own === undefined || own === join(ROOT, 'node_modules') ? name : createRequire(importer).resolve(name)
}

/** The source as the bundle needs it: `import.meta` refers to the original file, and decorators have type metadata. */
async function sourceOf(path) {
  const source = (await readFile(path, 'utf8'))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
  if (!/^\s*@\w+\(/m.test(source)) return source
  /** @type {import('@swc/core').JscConfig} */
  const jsc = {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  }
  const { code } = await transform(source, { filename: path, jsc, module: { type: 'es6' }, sourceMaps: 'inline' })
  return code
}
