import type { Keyring, RateLimiter, UnitOfWork } from '@carillon/core'

/** What an adapter hands to its contract suites: freshly opened, empty, and shared with no other test. */
export type TestAdapters = {
  readonly unitOfWork: UnitOfWork
  readonly rateLimiter: RateLimiter
  readonly keyring: Keyring
}

export type OpenTestAdapters = () => Promise<TestAdapters>
