import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { contentFaults, importFaults, packPackages } from './packed.js'

/**
 * Checks each package as npm would publish it: the tarball must contain the files of `exports`, types that every module
 * resolution finds, the sources of the source maps, and nothing else.
 */
const root = JSON.parse(readFileSync('package.json', 'utf8'))
const license = readFileSync('LICENSE', 'utf8')
const [versionedTogether] = JSON.parse(readFileSync('.changeset/config.json', 'utf8')).fixed
const isRelease = process.argv.includes('--release')

const destination = mkdtempSync(join(tmpdir(), 'carillon-packed-'))
let problems = 0
try {
  const packed = await packPackages(destination)
  for (const { name, tarball } of packed) {
    const faults = await faultsOf(readFileSync(tarball))
    problems += faults.length
    for (const fault of faults) console.error(`${name}: ${fault}`)
  }
  console.log(`${packed.length} packages, ${problems} problems`)
} finally {
  rmSync(destination, { recursive: true })
}
process.exitCode = problems === 0 ? 0 : 1

async function faultsOf(tarball) {
  const pack = createPackageFromTarballData(tarball)
  const files = new Map(pack.listFiles().map((path) => [inPackage(pack, path), pack.readFile(path)]))
  const pkg = JSON.parse(files.get('package.json'))
  return [
    ...contentFaults(files),
    ...importFaults(pkg, files),
    ...manifestFaults(pkg, files),
    ...linkFaults(pkg, files),
    ...(await lint(pkg, tarball)),
    ...(isImported(pkg) ? await typeFaults(pack) : []),
  ]
}

function inPackage(pack, path) {
  return path.slice(`/node_modules/${pack.packageName}/`.length)
}

/** Faults in the fields that npm shows, and in the dependencies. */
function manifestFaults(pkg, files) {
  const own = Object.entries(pkg.dependencies ?? {}).filter(([name]) => name.startsWith('@carillon/'))
  const peers = Object.keys(pkg.peerDependencies ?? {})
  const address = /^git\+https:\/\/(?<host>[^/]+)\/.+\.git$/.exec(pkg.repository?.url ?? '')
  return [
    !pkg.description && 'it has no description',
    !(pkg.keywords?.length > 0) && 'it has no keywords',
    pkg.license !== root.license && `its license is ${pkg.license}, not ${root.license}`,
    files.get('LICENSE') !== license && 'its LICENSE is not that of the repository',
    pkg.engines?.node !== root.engines.node && `it runs on Node ${pkg.engines?.node}, not ${root.engines.node}`,
    pkg.publishConfig?.access !== 'public' && 'npm would publish it for its own organization only',
    pkg.sideEffects === undefined && 'it does not say what a bundler may drop',
    !versionedTogether.includes(pkg.name) && 'its version does not go with the others: .changeset/config.json',
    pkg.exports?.['./package.json'] === undefined && 'its package.json cannot be asked for',
    pkg.repository?.directory !== folderOf(pkg) && 'its repository does not say which folder it is',
    !address && `its repository is ${pkg.repository?.url}, not git+https://….git`,
    isRelease && address?.groups.host.endsWith('.example') && 'its repository has no real address yet',
    // Only one version of each package: `instanceof` does not recognize the errors of a second copy of the core.
    ...own
      .filter(([, range]) => range !== pkg.version)
      .map(([name, range]) => `it takes ${name} ${range}, not ${pkg.version}`),
    // The tests use the version in `devDependencies`, whatever the range of the peer allows.
    ...peers.filter((name) => !pkg.devDependencies?.[name]).map((name) => `its own tests lack the peer ${name}`),
  ].filter(Boolean)
}

function folderOf({ name }) {
  return `${['packages', 'apps'].find((group) => existsSync(join(group, basename(name))))}/${basename(name)}`
}

/** The targets of relative links in the README must exist in the repository, because npm resolves the links there. */
function linkFaults(pkg, files) {
  const links = [...(files.get('README.md') ?? '').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link)
  return links
    .filter((link) => !existsSync(join(folderOf(pkg), link)))
    .map((link) => `its README leads to ${link}, which is not there`)
}

/** Some packages are only files. */
function isImported(pkg) {
  return Object.keys(pkg.exports ?? {}).some((path) => !/\.(json|yaml)$/.test(path))
}

async function lint(pkg, tarball) {
  const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(tarball).buffer } })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`)
}

/**
 * The packages are ESM only (docs/adr/0001). `require` works from Node 20.19 on, which supports require(esm), and
 * TypeScript supports it from 5.8 on with `"module": "nodenext"`. Ignores `CJSResolvesToESM`, a warning about older
 * versions, and the resolution `node10`, which does not support `exports`.
 */
async function typeFaults(pack) {
  const { types, problems } = await checkPackage(pack, { excludeEntrypoints: [/\.(json|yaml)$/] })
  if (!types) return ['it has no types']
  return problems
    .filter(({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10')
    .map((problem) => `types: ${JSON.stringify(problem)}`)
}
