import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleOf, bundleTests } from '../../../../../tooling/bundle-tests.js'

const PACKAGES = join(import.meta.dirname, '../../../../../packages')

/** Bundles the test carriers of the packages, which are TypeScript. Returns what each file exports, by its path. */
export async function importSources(paths) {
  const files = paths.map((path) => join(PACKAGES, path))
  await bundleTests(files)
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(bundleOf(file)).href)))
  return new Map(paths.map((path, i) => [path, modules[i]]))
}
