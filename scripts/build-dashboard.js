/**
 * Builds the pages of the dashboard, and compresses them. Every build runs this script, so Vite only runs if an input has
 * changed: the last build kept a hash of its inputs.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DASHBOARD = join(ROOT, 'apps/dashboard')
const DIST = join(DASHBOARD, 'dist')
const STAMP = join(DIST, '.inputs')

/** All that ends up in the pages. The versions of the dependencies are in package.json. */
const INPUTS = [
  ...['src', 'index.html', 'package.json', 'vite.config.ts'].map((name) => join(DASHBOARD, name)),
  ...['smart-encoding', 'text-segments'].map((name) => join(ROOT, `packages/core/dist/values/text/${name}.js`)),
  fileURLToPath(import.meta.url),
]

/** Smaller files become larger, or gain less than a header costs. */
const COMPRESSED_FROM_BYTES = 1_000

const hash = hashOf(INPUTS)
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== hash) {
  buildPages()
  compressAssets(join(DIST, 'assets'))
  writeFileSync(STAMP, hash)
}

/** In a separate process, because loading Vite takes longer than a build that changes nothing. */
function buildPages() {
  const vite = createRequire(join(DASHBOARD, 'package.json')).resolve('vite/package.json')
  const command = [join(vite, '../bin/vite.js'), 'build', '--logLevel', 'warn']
  execFileSync(process.execPath, command, { cwd: DASHBOARD, stdio: ['ignore', 'inherit', 'inherit'] })
}

function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const content = readFileSync(file)
    if (!/\.(js|css|svg)$/.test(name) || content.length < COMPRESSED_FROM_BYTES) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  }
}

function hashOf(inputs) {
  const sum = createHash('sha256')
  for (const file of inputs.flatMap(filesBelow))
    sum.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file))
  return sum.digest('hex')
}

/** Tests and types are no part of the pages. */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true }).sort()
  return names
    .filter((name) => !/\.test\.tsx?$|^api\/schema\.ts$/.test(name))
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}
