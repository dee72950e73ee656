import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Looks at each package as npm would publish it: what its `exports` promise has to be in the tarball. */
const PACKAGES = join(import.meta.dirname, '../packages')

let problems = 0
for (const folder of readdirSync(PACKAGES)) {
  const pkgDir = join(PACKAGES, folder)
  const pkg = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'))
  const { messages } = await publint({ pkgDir, strict: true, pack: 'npm' })
  for (const message of messages) {
    problems += 1
    console.error(`${pkg.name}: ${message.type}: ${formatMessage(message, pkg, { color: false })}`)
  }
}
console.log(`${readdirSync(PACKAGES).length} packages, ${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1
