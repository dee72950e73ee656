/**
 * Generates `docs/errors.md` from the errors of the built HTTP package, whose tests check that the file is up to date.
 * With `--check`, the script only compares the file with the errors.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { errorsDocument } from '../packages/http/dist/docs/errors/errors-document.js'

const FILE = new URL('../docs/errors.md', import.meta.url)

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== errorsDocument()) {
    console.error('docs/errors.md is out of date: run npm run generate:error-reference')
    process.exit(1)
  }
} else {
  writeFileSync(FILE, errorsDocument())
}
