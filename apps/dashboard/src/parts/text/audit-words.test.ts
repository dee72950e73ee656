import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { AUDIT_WORDS } from './audit-words.js'

/** Relative to the root of the repository, where jest runs. */
const ACCESS = 'packages/http/src/dashboard/access.ts'
const USERS = 'packages/core/src/use-cases/users'

test('every action of the audit has words, and no others', () => {
  const ofRoutes = [...readFileSync(ACCESS, 'utf8').matchAll(/: \['\w+', ['`]([^'`]+)['`]\]/g)].flatMap(([, action]) =>
    action!.includes('${kind}') ? ['broadcast', 'batch'].map((kind) => action!.replace('${kind}', kind)) : [action!],
  )
  const files = readdirSync(USERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  // The use cases of users write their entries themselves.
  const ofUsers = files.flatMap((file) => {
    const source = readFileSync(`${USERS}/${file}`, 'utf8')
    return source.includes('newAuditEntry(') ? (source.match(/(?<=')(?:user|session|link)\.[a-z-]+(?=')/g) ?? []) : []
  })
  expect(Object.keys(AUDIT_WORDS).sort()).toEqual([...new Set([...ofRoutes, ...ofUsers])].sort())
})
