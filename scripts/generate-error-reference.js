/**
 * Writes `docs/errors.md` from what the service says of its errors, built before. That it is up to date is a test of the
 * HTTP package. With `--check` it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { errorsDocument } from '../packages/http/dist/docs/errors/errors-document.js'

const FILE = new URL('../docs/errors.md', import.meta.url)

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== errorsDocument()) {
    console.error('docs/errors.md is not what the service says: run npm run generate:error-reference')
    process.exit(1)
  }
} else {
  writeFileSync(FILE, errorsDocument())
}
