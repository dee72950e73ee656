import { ANN, ids, NOW, phoneOf } from '@carillon/contracts'
import type { Outbox } from '../outbox/outbox.js'
import type { Candidate, WrittenText } from '../outbox/stored-submission.js'

export type OutboxFixture = Awaited<ReturnType<typeof outboxFixture>>

/** One outbox, opened by two processes. */
export async function outboxFixture(open: () => Promise<() => Promise<Outbox>>) {
  const reopen = await open()
  const [here, there] = [await reopen(), await reopen()]
  const terms = { now: NOW, room: { count: Infinity, afterMs: () => 0 }, deduplicates: true }
  const kinds = async (candidates: readonly Candidate[], outbox = here) =>
    (await outbox.take(candidates, terms)).responses.map(({ outcome }) => outcome.kind)
  return { here, there, kinds, terms }
}

export const OURS = '+12025550199'

export function aCandidate(given: Partial<Candidate> = {}): Candidate {
  const reference = `${ids.next('acc')}.${ids.next('msg')}`
  const id = `sim_${ids.next('msg').slice(4)}`
  return { id, reference, from: OURS, to: ANN, body: 'Hello', mediaUrl: null, ...given }
}

export function aWrittenText(given: Partial<WrittenText> = {}): WrittenText {
  const id = `sim_${ids.next('msg').slice(4)}`
  return { id, from: ANN, to: OURS, body: 'Hi', mediaUrl: null, writtenAt: NOW, ...given }
}

/** Candidates for numbers without a specific behaviour. */
export function candidates(count: number): readonly Candidate[] {
  return Array.from({ length: count }, (_, i) => aCandidate({ to: phoneOf(1_000 + i) }))
}
