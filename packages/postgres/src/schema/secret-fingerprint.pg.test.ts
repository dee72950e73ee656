import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'
import { keepSecretFingerprint } from './secret-fingerprint.js'

test('the first fingerprint is kept, whatever is stored later', async () => {
  const { knex } = await openTestDatabase()
  expect(await keepSecretFingerprint(knex, 'first')).toBe('first')
  expect(await keepSecretFingerprint(knex, 'second')).toBe('first')
  expect(await keepSecretFingerprint(knex, 'first')).toBe('first')
})

test('concurrent calls all get the same fingerprint', async () => {
  const { knex } = await openTestDatabase()
  const fingerprints = ['a', 'b', 'c', 'd', 'e']
  const kept = await Promise.all(fingerprints.map((fingerprint) => keepSecretFingerprint(knex, fingerprint)))
  expect(new Set(kept).size).toBe(1)
  expect(fingerprints).toContain(kept[0])
})
