import { createHash } from 'node:crypto'
import type { GroupId, PhoneNumber } from '@carillon/core'

/** What a browser computes: a nonce with which the SHA-256 hash of `challenge:nonce` begins with `bits` zero bits. */
export type ProofChallenge = { readonly challenge: string; readonly bits: number }

type Work = { readonly group: GroupId; readonly phone: PhoneNumber; readonly nowMs: number }

/** The challenge for a code to the number. It changes every ten minutes, so that no proof can be stored for later. */
export function challengeOf({ group, phone, nowMs }: Work): string {
  return challengeIn(Math.floor(nowMs / PERIOD_MS), { group, phone })
}

/** The zero bits with which the hash of a submitted nonce begins; 0 for any other text. */
export function workBitsIn(nonce: string, { group, phone, nowMs }: Work): number {
  if (!NONCE.test(nonce)) return 0
  const period = Math.floor(nowMs / PERIOD_MS)
  const bits = [period, period - 1].map((one) => zeroBitsIn(`${challengeIn(one, { group, phone })}:${nonce}`))
  return Math.max(...bits)
}

const PERIOD_MS = 600_000
const NONCE = /^\d{1,16}$/

function challengeIn(period: number, { group, phone }: Pick<Work, 'group' | 'phone'>): string {
  return createHash('sha256').update(`${group} ${phone} ${period}`).digest('hex').slice(0, 32)
}

function zeroBitsIn(text: string): number {
  const hash = createHash('sha256').update(text).digest()
  const high = hash.readUInt32BE(0)
  return high === 0 ? 32 : Math.clz32(high)
}
