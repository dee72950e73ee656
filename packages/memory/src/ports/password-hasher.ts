import type { PasswordHasher } from '@carillon/core'

/** Fast, and without cryptography: for tests and simulations, never for a service. */
export const fakePasswordHasher: PasswordHasher = {
  hash: async (password) => `fake:${Buffer.from(password).toString('base64')}`,
  matches: async (password, hash) => hash === `fake:${Buffer.from(password).toString('base64')}`,
}
