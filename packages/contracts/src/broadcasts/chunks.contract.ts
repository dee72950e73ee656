import { describe, expect, test } from '@jest/globals'
import type { Broadcast, Chunk, ChunkProgress, ChunkState } from '@carillon/core'
import { after, phoneOf } from '../fixtures/builders.js'
import { aChunk, aFullChunk, chunksOf } from './broadcast-builders.js'
import type { BroadcastStoreFixture } from './broadcast-fixture.js'

export function describeChunks(openFixture: () => Promise<BroadcastStoreFixture>) {
  describe('chunks of a broadcast', () => {
    test('are locked one by one, and returned with all fields, for broadcasts and batches', async () => {
      const { added, lockChunk } = await openFixture()
      const batch = await added({}, (own) => [aFullChunk({ broadcast: own }), aChunk({ broadcast: own, number: 1 })])
      expect(await lockChunk(batch)).toEqual(aFullChunk({ broadcast: batch }))
      expect(await lockChunk(batch, 1)).toEqual(aChunk({ broadcast: batch, number: 1 }))
      expect(await lockChunk(batch, 2)).toBeNull()
    })

    test('of maximum length keep all of their recipients', async () => {
      const { added, lockChunk } = await openFixture()
      const recipients = {
        phones: Array.from({ length: 1_000 }, (_, i) => phoneOf(i)),
        keys: Array.from({ length: 1_000 }, (_, i) => (i % 3 === 0 ? null : `key-${i}`)),
        bodies: Array.from({ length: 1_000 }, (_, i) => `Number ${i}: ${'ö'.repeat(200)}`),
        mediaUrls: null,
      }
      const broadcast = await added({}, (own) => [aChunk({ broadcast: own, recipients })])
      expect((await lockChunk(broadcast))!.recipients).toEqual(recipients)
    })

    test('can have one recipient, and null in all optional fields', async () => {
      const { added, lockChunk } = await openFixture()
      const recipients = { phones: [phoneOf(1)], keys: [null], bodies: [''], mediaUrls: [null] }
      const broadcast = await added({}, (own) => [aChunk({ broadcast: own, recipients })])
      expect((await lockChunk(broadcast))!.recipients).toEqual(recipients)
    })

    test('stay locked until the unit of work ends, so that other units of work wait', async () => {
      const { account, added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => [aChunk({ broadcast: own })])
      const step = () =>
        broadcasts(async (store) => {
          const { progress } = (await store.lockChunk(keyOf(broadcast)))!
          await store.saveProgress({ ...keyOf(broadcast), progress: nextOf(progress) }, null)
        })
      const stepAll = () =>
        broadcasts(async (store) => {
          for (const { progress, ...chunk } of await store.lockChunks(account.id, broadcast.id)) {
            await store.saveOpenProgress({ ...chunk, progress: { ...progress, slices: progress.slices + 1 } })
          }
        })
      await Promise.all([step(), stepAll(), stepAll(), step()])
      expect((await lockChunk(broadcast))!.progress.slices).toBe(4)
    })

    test('can be locked by `lockProgress`, which requires the id of the open attempt', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => [aFullChunk({ broadcast: own })])
      const { attempt, ...progress } = aFullChunk({ broadcast }).progress
      const lock = (id: string) => broadcasts((store) => store.lockProgress(keyOf(broadcast), id))
      expect(await lock(attempt!.id)).toEqual(progress)
      expect(await lock('attempt-4')).toBeNull()
      const step = () =>
        broadcasts(async (store) => {
          const before = (await store.lockProgress(keyOf(broadcast), attempt!.id))!
          const next = nextOf({ ...before, attempt })
          await store.saveProgress({ ...keyOf(broadcast), progress: next }, attempt!.id)
        })
      await Promise.all([step(), step(), step()])
      expect((await lockChunk(broadcast))!.progress.slices).toBe(progress.slices + 3)
      const close = () =>
        broadcasts(async (store) => {
          const before = await store.lockProgress(keyOf(broadcast), attempt!.id)
          if (before === null) return 'closed before'
          const next = { ...before, attempt: null }
          return store.saveProgress({ ...keyOf(broadcast), progress: next }, attempt!.id)
        })
      expect((await Promise.all([close(), close()])).toSorted()).toEqual(['closed before', true])
    })

    test('are locked together in order, and returned without recipients and texts', async () => {
      const { account, added, broadcasts } = await openFixture()
      const broadcast = await added({}, (own) => [
        ...chunksOf(own, 12).toReversed(),
        aFullChunk({ broadcast: own, number: 12, firstPosition: 36 }),
      ])
      await added({}, (other) => chunksOf(other, 1))
      const full = aFullChunk({ broadcast, number: 12, firstPosition: 36 })
      const states = [...chunksOf(broadcast, 12), full].map(stateOf)
      expect(await broadcasts((store) => store.lockChunks(account.id, broadcast.id))).toEqual(states)
      expect(await broadcasts((store) => store.chunkStates(account.id, broadcast.id))).toEqual(states)
    })

    test('can be read while they are locked', async () => {
      const { account, added, broadcasts, chunksAt } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 2))
      const reads = await broadcasts(async (store) => {
        await store.lockChunks(account.id, broadcast.id)
        return Promise.all([
          store.chunkStates(account.id, broadcast.id),
          store.chunksAt(account.id, broadcast.id, { from: 0, until: 6 }),
        ])
      })
      expect(reads).toEqual([chunksOf(broadcast, 2).map(stateOf), await chunksAt(broadcast, 0, 6)])
    })

    test.each([
      [0, 9, [0, 1, 2]],
      [0, 3, [0]],
      [0, 4, [0, 1]],
      [2, 4, [0, 1]],
      [3, 4, [1]],
      [5, 6, [1]],
      [6, 100, [2]],
      [9, 100, []],
      [4, 4, []],
      [3, 3, []],
      [0, 0, []],
    ])('with recipients from position %i until, but not including, %i are returned', async (from, until, expected) => {
      const { added, chunksAt } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 3).toReversed())
      const chunks = chunksOf(broadcast, 3)
      expect(await chunksAt(broadcast, from, until)).toEqual(expected.map((number) => chunks[number]))
    })

    test('keep every saved field of their progress, and nothing else changes', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 2))
      const { progress } = aFullChunk({ broadcast })
      const withoutTexts = { ...progress, attempt: { ...progress.attempt!, texts: null } }
      const [first, second] = chunksOf(broadcast, 2)
      const before: ChunkProgress = first!.progress
      let from: string | null = null
      for (const next of [progress, withoutTexts, { ...progress, attempt: null, retryAt: null }, before]) {
        expect(await broadcasts((store) => store.saveProgress({ ...first!, progress: next }, from))).toBe(true)
        from = next.attempt && next.attempt.id
        expect(await lockChunk(broadcast)).toEqual({ ...first, progress: next })
        expect(await lockChunk(broadcast, 1)).toEqual(second)
      }
    })

    test('keep the open attempt, if there is one, when `saveOpenProgress` saves the rest of the progress', async () => {
      const { account, added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => [
        aFullChunk({ broadcast: own }),
        aChunk({ broadcast: own, number: 1 }),
      ])
      const stopped = { cursor: 4, waiting: [], retryAt: null, misses: 0, slices: 6 }
      await broadcasts(async (store) => {
        for (const chunk of await store.lockChunks(account.id, broadcast.id)) {
          await store.saveOpenProgress({ ...chunk, progress: { ...stopped, cursor: chunk.length } })
        }
        await store.saveOpenProgress({ ...keyOf(broadcast), number: 2, progress: stopped })
      })
      const full = aFullChunk({ broadcast })
      const { attempt } = full.progress
      expect(await lockChunk(broadcast)).toEqual({ ...full, progress: { ...stopped, attempt } })
      expect((await lockChunk(broadcast, 1))!.progress).toEqual({ ...stopped, cursor: 3, attempt: null })
      expect(await lockChunk(broadcast, 2)).toBeNull()
    })

    test('keep the attempt as it was committed, however large it is', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 1, { length: 1_000 }))
      const indices = Array.from({ length: 1_000 }, (_, i) => i)
      const texts = indices.map((i) => `Number ${i}: ${'👋'.repeat(100)}`)
      const none = { stopped: [], overdue: [], again: [] }
      const attempt = { id: 'attempt-1', number: 1, at: after(1), indices, texts, lookUps: indices, ...none }
      const [chunk] = chunksOf(broadcast, 1, { length: 1_000 })
      const progress = { ...chunk!.progress, attempt }
      await broadcasts((store) => store.saveProgress({ ...chunk!, progress }, null))
      expect((await lockChunk(broadcast))!.progress).toEqual(progress)
    })

    test('keep from which number and why each recipient was stopped: no consent, a landline, or the content of the text', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 1, { length: 4 }))
      const [chunk] = chunksOf(broadcast, 1, { length: 4 })
      const stops = {
        indices: [],
        stopped: [0, 1, 2, 3],
        stoppedBy: [
          'hard-opted-out',
          'landline',
          { reason: 'blocked_phrase', phrase: 'free "money"', offset: 3 },
          { reason: 'public_shortener', host: 'bit.ly', offset: 0 },
        ],
        stoppedFrom: ['+12025550199', null, '+12025550199', '+12125550199'],
      } as const
      const progress = { ...chunk!.progress, attempt: { ...aFullChunk({ broadcast }).progress.attempt!, ...stops } }
      await broadcasts((store) => store.saveProgress({ ...chunk!, progress }, null))
      expect((await lockChunk(broadcast))!.progress).toEqual(progress)
    })

    test('are not added by saving progress', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added()
      expect(await broadcasts((store) => store.saveProgress(aFullChunk({ broadcast }), null))).toBe(false)
      expect(await lockChunk(broadcast)).toBeNull()
      expect(await broadcasts((store) => store.lockProgress(keyOf(broadcast), 'attempt-5'))).toBeNull()
    })

    test('change only for callers that pass the id of the open attempt', async () => {
      const { added, broadcasts, lockChunk } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 1))
      const [chunk] = chunksOf(broadcast, 1)
      const open = aFullChunk({ broadcast }).progress
      const save = (progress: ChunkProgress, from: string | null) =>
        broadcasts((store) => store.saveProgress({ ...chunk!, progress }, from))
      expect(await save(open, 'attempt-4')).toBe(false)
      expect(await lockChunk(broadcast)).toEqual(chunk)
      expect(await save(open, null)).toBe(true)
      for (const from of [null, 'attempt-4', 'attempt']) expect(await save(chunk!.progress, from)).toBe(false)
      expect((await lockChunk(broadcast))!.progress).toEqual(open)
      expect(await save(chunk!.progress, 'attempt-5')).toBe(true)
      expect(await save(chunk!.progress, 'attempt-5')).toBe(false)
      expect(await lockChunk(broadcast)).toEqual(chunk)
    })

    test('change for only one of several concurrent callers', async () => {
      const { added, broadcasts } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 1))
      const { progress } = aFullChunk({ broadcast })
      const tryOnce = (id: string) => {
        const attempt = { ...progress.attempt!, id }
        const next = { ...keyOf(broadcast), progress: { ...progress, attempt } }
        return broadcasts((store) => store.saveProgress(next, null))
      }
      const results = await Promise.all(['a', 'b', 'c'].map(tryOnce))
      expect(results.toSorted()).toEqual([false, false, true])
    })
  })
}

/** The key of the broadcast's first chunk. */
function keyOf({ account, id }: Broadcast) {
  return { account, broadcast: id, number: 0 }
}

function nextOf(progress: ChunkProgress): ChunkProgress {
  return { ...progress, slices: progress.slices + 1 }
}

function stateOf({ recipients, ...chunk }: Chunk): ChunkState {
  return { ...chunk, length: recipients.phones.length, progress: withoutTexts(chunk.progress) }
}

function withoutTexts({ attempt, ...progress }: ChunkProgress): ChunkState['progress'] {
  if (attempt === null) return { ...progress, attempt }
  const { texts: _, ...rest } = attempt
  return { ...progress, attempt: rest }
}
