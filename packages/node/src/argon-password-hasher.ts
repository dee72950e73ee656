import { DomainError, type PasswordHasher } from '@carillon/core'
import { hash, verify, type Algorithm } from '@node-rs/argon2'

/** A const enum, whose values other modules cannot import. */
const ARGON2ID: Algorithm.Argon2id = 2

/** As OWASP recommends: 19 MiB, two passes, one thread. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB, and a core for some 20 ms. */
const RUNNING_MAX = 2
const WAITING_MAX = 100

/** Hashes with argon2id: two passwords at once, and the others wait. */
export function argonPasswordHasher(): PasswordHasher {
  const take = slots()
  return {
    hash: (password) => take(() => hash(password, OPTIONS)),
    matches: (password, known) => take(() => verify(known, password)),
  }
}

/** Runs some tasks at once, and the others in the order of their arrival. */
function slots() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < RUNNING_MAX) running++
    else if (waiting.length >= WAITING_MAX) throw tooMany()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The next task gets the slot of this one.
      if (next === undefined) running--
      else next()
    }
  }
}

function tooMany(): DomainError {
  return new DomainError('too-many-sign-ins', 'Too many people sign in at the moment. Try again in 2 s', {
    retryAfterSeconds: 2,
  })
}
