import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** Pure packages that nearly every test imports: see docs/adr/0024. */
const BUNDLED = ['core', 'contracts', 'memory']

/** Bundles each of these packages into one file for the tests, because Jest reloads every module per test file. */
export async function bundlePackages() {
  await Promise.all(
    BUNDLED.map((name) =>
      build({
        entryPoints: [join(ROOT, 'packages', name, 'src/index.ts')],
        outfile: join(ROOT, 'packages', name, '.bundle/index.js'),
        bundle: true,
        packages: 'external',
        format: 'esm',
        target: 'es2022',
        logLevel: 'warning',
      }),
    ),
  )
}
