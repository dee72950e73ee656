import { aBroadcast, aChunk, after, memberNumber, NOW } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import type { SliceAttempt } from '../../model/broadcasts/chunk.js'
import type { AccountId } from '../../values/ids.js'
import type { OpenSlice } from '../broadcasts/slice.js'
import { sliceSettlementOf, type SliceEnd } from './slice-settlement.js'

const COUNT = 1_000

/** A slice of a chunk of 1,000 recipients, and the state at its end. */
function given({ indices, ...stops }: Pick<SliceAttempt, 'indices' | 'stopped' | 'stoppedBy'>) {
  const broadcast = aBroadcast({ account: 'acc_1' as AccountId })
  const phones = Array.from({ length: COUNT }, (_, n) => memberNumber(n))
  const chunk = aChunk({ broadcast, recipients: { phones, keys: null, bodies: null, mediaUrls: null } })
  const of = { id: 'attempt-1', number: 1, at: NOW, texts: null, lookUps: [], overdue: [], again: [] }
  const slice: OpenSlice = { broadcast, chunk, attempt: { ...of, indices, ...stops } }
  const end: SliceEnd = {
    now: NOW,
    outcomes: indices.map(() => ({ kind: 'unknown' })),
    lookedUp: new Set(),
    progress: { ...chunk.progress, cursor: COUNT, slices: 1 },
    isCanceled: false,
    provider: { deduplicates: true, canBeAsked: false },
    chance: 0.7,
  }
  return { slice, end }
}

test('messages of one slice with unknown outcomes are not all retried at the same time', () => {
  const { slice, end } = given({ indices: Array.from({ length: COUNT }, (_, i) => i), stopped: [] })
  const { jobs } = sliceSettlementOf(slice, end)
  const waitsMs = jobs.map(({ runAt }) => runAt.getTime() - NOW.getTime())
  expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(500)
  expect(Math.max(...waitsMs)).toBeLessThanOrEqual(1_000)
  expect(new Set(waitsMs).size).toBeGreaterThan(COUNT / 4)
})

test('a slice without any submission leaves the backoff of the provider unchanged', () => {
  const { slice, end } = given({ indices: [], stopped: [0, 1] })
  const retryAt = after(60)
  const waits = { index: 2, sinceMs: NOW.getTime(), dueMs: retryAt.getTime() }
  const progress = { ...end.progress, waiting: [waits], misses: 7, retryAt }
  expect(sliceSettlementOf(slice, { ...end, progress }).progress).toMatchObject({ misses: 7, retryAt })
})

test('a stopped message fails for the recorded reason, or as opted out if an earlier version recorded none', () => {
  const failuresOf = (stops: Pick<SliceAttempt, 'stopped' | 'stoppedBy'>) => {
    const { slice, end } = given({ indices: [], ...stops })
    return sliceSettlementOf(slice, end).messages.map(({ to, failure }) => [to, failure?.type])
  }
  const stopped = [0, 1, 2]
  expect(failuresOf({ stopped, stoppedBy: ['unknown', 'not-opted-in', 'hard-opted-out'] })).toEqual([
    [memberNumber(0), 'erased'],
    [memberNumber(1), 'not_opted_in_before_send'],
    [memberNumber(2), 'opted_out_before_send'],
  ])
  expect(failuresOf({ stopped }).map(([, type]) => type)).toEqual(stopped.map(() => 'opted_out_before_send'))
})
