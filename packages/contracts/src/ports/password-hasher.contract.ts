import { describe, expect, test } from '@jest/globals'
import type { PasswordHasher } from '@carillon/core'

export function describePasswordHasher(open: () => PasswordHasher) {
  describe('a password hasher', () => {
    test('accepts the password that was hashed, and no other', async () => {
      const { hash, matches } = open()
      const hashed = await hash('correct horse battery')
      expect(await matches('correct horse battery', hashed)).toBe(true)
      expect(await matches('correct horse batterx', hashed)).toBe(false)
      expect(await matches('', hashed)).toBe(false)
    })

    test('takes passwords in any script', async () => {
      const { hash, matches } = open()
      const hashed = await hash('пароль 密码 🔔🔔🔔🔔')
      expect(await matches('пароль 密码 🔔🔔🔔🔔', hashed)).toBe(true)
      expect(await matches('пароль 密码 🔔🔔🔔', hashed)).toBe(false)
    })

    test('does not store the password', async () => {
      expect(await open().hash('correct horse battery')).not.toContain('correct')
    })
  })
}
