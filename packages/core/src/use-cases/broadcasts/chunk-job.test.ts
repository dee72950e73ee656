import { NOW, aBroadcast, anAccount } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import type { Job } from '../../model/jobs/job.js'
import { firstJobs, nextInChain } from './chunk-job.js'

/** The chunks of a broadcast and their jobs, as updated by waves and by workers. */
function open(total: number) {
  const length = (number: number) => Math.min(CHUNK_LENGTH_MAX, total - number * CHUNK_LENGTH_MAX)
  const begun = Array.from({ length: Math.ceil(total / CHUNK_LENGTH_MAX) }, () => 0)
  const waiting = new Set<number>()
  const broadcast = aBroadcast({ account: anAccount().id, total, released: 0 })
  let released = 0
  const add = (jobs: readonly Job[]) => {
    for (const job of jobs) if (job.kind === 'dispatch-chunk') waiting.add(job.payload.chunk)
  }
  return {
    begun: () => begun.reduce((sum, count) => sum + count, 0),
    released: () => released,
    waiting,
    release: (recipients: number) => {
      const until = Math.min(total, released + recipients)
      if (released < total) add(firstJobs(broadcast, { from: released, until }, NOW))
      released = until
    },
    /** Runs the nth waiting job. */
    work: (n: number) => {
      const number = [...waiting][n % waiting.size]
      if (number === undefined) return
      waiting.delete(number)
      const before = begun[number]!
      const after = Math.max(before, Math.min(length(number), released - number * CHUNK_LENGTH_MAX))
      begun[number] = after
      const next = { ...broadcast, broadcast: broadcast.id, number }
      const job = after > before && after === length(number) ? nextInChain(next, { released }, NOW) : null
      if (job !== null) add([job])
    },
  }
}

const totals = fc.integer({ min: 1, max: 70_000 })

test('the chains of a broadcast reach every recipient, with at most 16 chunks at a time', () => {
  const reach = fc.property(totals, fc.infiniteStream(fc.nat()), (total, choices) => {
    const { release, work, waiting, begun } = open(total)
    for (release(total); waiting.size > 0; work(choices.next().value!)) expect(waiting.size).toBeLessThanOrEqual(16)
    expect(begun()).toBe(total)
  })
  fc.assert(reach)
})

test('waves reach every recipient that they release, whatever the progress of the previous wave', () => {
  const steps = fc.array(fc.option(fc.nat(), { freq: 4 }), { maxLength: 60 })
  const reach = fc.property(totals, fc.integer({ min: 1, max: 40_000 }), steps, (total, perWave, steps) => {
    const { release, work, waiting, begun, released } = open(total)
    for (const step of steps) {
      if (step === null) release(perWave)
      else work(step)
    }
    while (waiting.size > 0) work(0)
    expect(begun()).toBe(released())
  })
  fc.assert(reach)
})
