export const TIMING = {
  /** To connect and to bind. */
  bindMs: 10_000,
  enquireMs: 30_000,
  /** For the answers to enquire_link and unbind. */
  answerMs: 10_000,
  /** How long a submission without an answer occupies its slot in the window. */
  slotMs: 60_000,
  backoffMs: 1_000,
  backoffMsMax: 60_000,
  throttledMs: 1_000,
  throttledMsMax: 30_000,
  queueFullMs: 5_000,
  queueFullMsMax: 60_000,
  /** How long the parts of an inbound text wait for the others. */
  partsMs: 300_000,
  /** How often results that were not reported, and parts that wait too long, are looked for. */
  sweepMs: 15_000,
}

export type Timing = Readonly<typeof TIMING>
