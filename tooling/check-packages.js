import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { contentFaults, importFaults, packPackages } from './packed.js'

/**
 * Looks at each package as npm would publish it: what its `exports` promise has to be in the tarball, with types that
 * every resolution finds, sources that the maps lead to, and nothing else.
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
    ...(await typeFaults(pack)),
  ]
}

function inPackage(pack, path) {
  return path.slice(`/node_modules/${pack.packageName}/`.length)
}

/** What npm shows of a package, and what it installs beside it. */
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
    pkg.repository?.directory !== `packages/${basename(pkg.name)}` && 'its repository does not say which folder it is',
    !address && `its repository is ${pkg.repository?.url}, not git+https://….git`,
    isRelease && address?.groups.host.endsWith('.example') && 'its repository has no real address yet',
    // One version of all: a second core beside the first would have errors that no `instanceof` recognizes.
    ...own
      .filter(([, range]) => range !== pkg.version)
      .map(([name, range]) => `it takes ${name} ${range}, not ${pkg.version}`),
    // The tests run with the version that stands there, whatever the range allows.
    ...peers.filter((name) => !pkg.devDependencies?.[name]).map((name) => `its own tests lack the peer ${name}`),
  ].filter(Boolean)
}

/** The README is read in the repository, and on npm, which leads its links there. */
function linkFaults(pkg, files) {
  const links = [...(files.get('README.md') ?? '').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link)
  return links
    .filter((link) => !existsSync(join('packages', basename(pkg.name), link)))
    .map((link) => `its README leads to ${link}, which is not there`)
}

async function lint(pkg, tarball) {
  const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(tarball).buffer } })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`)
}

/**
 * The packages are ESM only (docs/adr/0001). `require` works by Node's own require(esm), from 20.19 on, and TypeScript
 * 5.8 and later know it by `"module": "nodenext"`; what is left out is a warning about older ones, `CJSResolvesToESM`,
 * and a resolution that knows no `exports` at all, `node10`.
 */
async function typeFaults(pack) {
  const { types, problems } = await checkPackage(pack, { excludeEntrypoints: [/\.(json|yaml)$/] })
  if (!types) return ['it has no types']
  return problems
    .filter(({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10')
    .map((problem) => `types: ${JSON.stringify(problem)}`)
}
