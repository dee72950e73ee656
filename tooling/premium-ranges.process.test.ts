import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const SCRIPT = join(import.meta.dirname, '../scripts/generate-premium-ranges.js')

test('the premium ranges of the core match the output of their script', () => {
  expect(execFileSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' })).toBe('')
})
