import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The pages must also load quickly by a poor connection. All sizes are those of the scripts, gzipped, in bytes. */
export const FIRST_LOAD_MAX = 200_000
export const ROUTE_MAX = 90_000

const DIST = join(import.meta.dirname, '../apps/dashboard/dist')

export function scriptSizes() {
  const manifest = JSON.parse(readFileSync(join(DIST, '.manifest.json'), 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
  const first = withImports(manifest, entry)
  const sizeOf = (keys) => keys.reduce((sum, key) => sum + gzipped(join(DIST, manifest[key].file)), 0)
  const inAddition = (key) => [...withImports(manifest, key)].filter((one) => !first.has(one))
  const routes = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'))
  return {
    firstFiles: [...first].map((key) => manifest[key].file),
    firstSources: [...first],
    firstLoad: sizeOf([...first]),
    routes: Object.fromEntries(routes.map((key) => [key, sizeOf(inAddition(key))])),
  }
}

/** A chunk, and those that it cannot run without. */
function withImports(manifest, key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(manifest, imported, found)
  return found
}

function gzipped(file) {
  return existsSync(`${file}.gz`)
    ? readFileSync(`${file}.gz`).length
    : gzipSync(readFileSync(file), { level: 9 }).length
}
