import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const SCRIPT = join(import.meta.dirname, '../scripts/generate-look-alikes.js')

test('the table of letters that look alike matches the output of its script', () => {
  expect(execFileSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' })).toBe('')
})
