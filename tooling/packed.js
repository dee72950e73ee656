import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import typescript from 'typescript'

const { preProcessFile } = typescript
const ROOT = join(import.meta.dirname, '..')

/** Packs the existing build of every package as npm would publish it, without running the package's scripts. */
export async function packPackages(destination) {
  const which = ['--workspace', 'packages', '--workspace', 'apps/dashboard']
  const args = ['pack', ...which, '--ignore-scripts', '--json', '--pack-destination', destination]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  return Object.values(JSON.parse(stdout)).map(({ name, filename }) => ({ name, tarball: join(destination, filename) }))
}

/** Files that users of a package do not need. */
const DEV_FILES = [
  /\.(test|spec|contract-test)\./,
  /(^|\/)(testing|__tests__|__fixtures__|coverage|node_modules)\//,
  /\.tsbuildinfo$/,
  /(^|\/)(tsconfig.*\.json|jest\.config\..*|\.[^/]*)$/,
]

/** What Node loads. The pages in `dist/assets` are for browsers: minified, and complete. */
const BUILT = /^dist\/(?!assets\/).*(\.js|\.d\.ts)$/

/**
 * The faults in the files of a package, given as paths and contents. Editors and debuggers follow source maps, so
 * source maps must refer to files within the package.
 */
export function contentFaults(files) {
  const missing = ['package.json', 'README.md', 'LICENSE'].filter((path) => !files.has(path))
  const paths = [...files.keys()]
  const built = paths.filter((path) => BUILT.test(path))
  const maps = paths.filter((path) => path.endsWith('.map'))
  return [
    ...missing.map((path) => `${path} is missing`),
    ...paths
      .filter((path) => DEV_FILES.some((devFile) => devFile.test(path)))
      .map((path) => `${path} is of use to its developers only`),
    ...built.filter((path) => !files.has(`${path}.map`)).map((path) => `${path} has no source map`),
    ...maps.flatMap((path) =>
      sourcesOf(path, files.get(path))
        .filter((source) => !files.has(source))
        .map((source) => `${path} leads to ${source}, which is not there`),
    ),
  ]
}

/** Reports what a package imports, in code or in types, although npm would not install it with the package. */
export function importFaults(pkg, files) {
  const installed = { ...pkg.dependencies, ...pkg.peerDependencies }
  const needed = [...files].flatMap(([path, text]) => (BUILT.test(path) ? importsOf(path, text) : []))
  return [...new Set(needed)]
    .filter((name) => name !== pkg.name && !(name in installed))
    .map((name) => `it imports ${name}, which it does not depend on`)
}

function importsOf(path, text) {
  const names = preProcessFile(text)
    .importedFiles.map(({ fileName }) => /^(?!\.|node:)(?:@[^/]+\/)?[^/]+/.exec(fileName)?.[0])
    .filter((name) => name !== undefined)
  return path.endsWith('.d.ts') ? names.flatMap((name) => [name, ...typesOf(name)]) : names
}

/** The separate package with a package's types, if there is one. A `.d.ts` file that imports the package needs it. */
function typesOf(name) {
  const types = `@types/${name}`
  return existsSync(join(ROOT, 'node_modules', types)) ? [types] : []
}

function sourcesOf(path, text) {
  const { sourceRoot = '', sources } = JSON.parse(text)
  return sources.map((source) => posix.join(posix.dirname(path), sourceRoot, source))
}
