import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** Pure, and taken by nearly every test: see docs/adr/0024. */
const BUNDLED = ['core', 'contracts', 'memory']

/** Each of these packages as one file, for the tests of the others. Jest loads every module anew for every test file. */
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
