import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../../../tooling/packed.js'

const run = promisify(execFile)

const IN_MEMORY = 'the library with its memory adapters'
/** Common packages for texting from Node, in the newest versions at the time of writing. */
const PEERS = {
  twilio: '6.2.0',
  '@vonage/server-sdk': '3.30.1',
  plivo: '4.79.0',
  telnyx: '7.24.0',
  messagebird: '4.0.1',
}

/** The time matters because every process loads the package when it starts. */
export const bench = {
  title: 'loading a client in a separate process, and what is installed for it',
  unit: 'ms',
  rounds: 11,
  setup: installAll,
  ours: loading('@carillon/client'),
  variants: { [IN_MEMORY]: loading(IN_MEMORY) },
  peers: Object.fromEntries(Object.keys(PEERS).map((name) => [name, loading(name)])),
  limit: { name: 'Node that loads nothing', contestant: () => run(process.execPath, ['--eval', '']) },

  figures: async ({ projects }) => {
    const figures = {}
    for (const [name, { folder }] of Object.entries(projects)) {
      const { packages, bytes } = await contentOf(join(folder, 'node_modules'))
      figures[`${name}: packages`] = packages
      figures[sizeOf(name)] = bytes / 1_000_000
    }
    return figures
  },

  goals: [
    {
      text: 'loaded as fast as the fastest peer',
      ratio: ({ ours, peers }) => ours / Math.min(...Object.values(peers)),
      atMost: 1,
    },
    {
      text: 'installed as small as the smallest peer',
      ratio: ({ figures }) =>
        figures[sizeOf('@carillon/client')] / Math.min(...Object.keys(PEERS).map((name) => figures[sizeOf(name)])),
      atMost: 1,
    },
  ],

  teardown: (context) => context && rm(context.home, { recursive: true }),
}

function sizeOf(name) {
  return `${name}: MB on disk`
}

function loading(name) {
  return ({ projects }) => run(process.execPath, ['main.mjs'], { cwd: projects[name].folder })
}

/** Installs each package in an empty project; our packages are installed from the tarballs that would be published. */
async function installAll() {
  const home = await mkdtemp(join(tmpdir(), 'carillon-packages-'))
  /** @type {[string, string][]} */
  const packed = (await packPackages(home)).map(({ name, tarball }) => [name, `file:${tarball}`])
  const ours = (packageName) => packed.find(([name]) => name === packageName)
  /** @type {Record<string, { dependencies: [string, string][], folder?: string }>} */
  const projects = {
    '@carillon/client': { dependencies: [ours('@carillon/client')] },
    [IN_MEMORY]: { dependencies: [ours('@carillon/core'), ours('@carillon/memory')] },
    ...Object.fromEntries(Object.entries(PEERS).map((peer) => [peer[0], { dependencies: [peer] }])),
  }
  for (const [index, project] of Object.values(projects).entries()) {
    project.folder = join(home, String(index))
    await install(project.folder, { dependencies: project.dependencies, overrides: Object.fromEntries(packed) })
  }
  return { home, projects }
}

/** `overrides`: the tarballs of our packages, which depend on each other and are not published yet. */
async function install(folder, { dependencies, overrides }) {
  await mkdir(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(dependencies), overrides }),
  )
  await writeFile(join(folder, 'main.mjs'), dependencies.map(([name]) => `import ${JSON.stringify(name)}\n`).join(''))
  await run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

async function contentOf(modules) {
  const files = await readdir(modules, { recursive: true, withFileTypes: true })
  const manifests = files.filter(({ name, parentPath }) => name === 'package.json' && isPackage(parentPath))
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ name, parentPath }) => (await lstat(join(parentPath, name))).size),
  )
  return { packages: manifests.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Whether npm installed the folder as a package. Packages also contain other folders with a manifest. */
function isPackage(folder) {
  return /\/node_modules\/(@[^/]+\/)?[^/]+$/.test(folder)
}
