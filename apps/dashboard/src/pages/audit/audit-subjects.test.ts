import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { AUDIT_SUBJECTS } from './audit-subjects.js'

/** Relative to the root of the repository, where jest runs. */
const ACCESS = 'packages/http/src/dashboard/access.ts'

test('the filter of the audit has all that changes of an account are about', () => {
  const source = readFileSync(ACCESS, 'utf8')
  const ofAccounts = source.split('\n').filter((line) => /\$\{(?:A|CONTACT|IMPORT|SCHEDULES|WEBHOOK|one)\}/.test(line))
  const subjects = ofAccounts.flatMap(
    (line) => /\[['`][^\]]*\]: \['\w+', ['`]([a-z-]+|\$\{kind\})\.[a-z-]+['`]\]/.exec(line)?.[1] ?? [],
  )
  const expected = new Set(['user', 'broadcast', 'batch', ...subjects.filter((subject) => subject !== '${kind}')])
  expect(AUDIT_SUBJECTS.map(([subject]) => subject).sort()).toEqual([...expected].sort())
})
