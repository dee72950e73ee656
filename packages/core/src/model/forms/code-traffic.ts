/** The codes of the last hour. */
export type CodeTraffic = { readonly sent: number; readonly entered: number }

/**
 * Whether the codes are probably requested for their own sake: fraudsters earn on texts to premium numbers and never
 * enter a code.
 */
export function isPumped(traffic: CodeTraffic): boolean {
  return traffic.sent > PUMPED_ABOVE && isRarelyEntered(traffic)
}

/** Whether a prefix gets no more codes while the codes of its form are pumped. */
export function isPausedPrefix(traffic: CodeTraffic): boolean {
  return traffic.sent >= PREFIX_PAUSED_AT && isRarelyEntered(traffic)
}

/**
 * The proof of work that a browser must compute for a code, in leading zero bits of a SHA-256 hash; 0 if none. It takes
 * a phone about a second, and twice as long each time the number of codes doubles.
 */
export function workBitsOf(traffic: CodeTraffic): number {
  if (!isPumped(traffic)) return 0
  const doublings = Math.floor(Math.log2(traffic.sent / PUMPED_ABOVE))
  return Math.min(WORK_BITS_MAX, WORK_BITS_MIN + doublings)
}

function isRarelyEntered({ sent, entered }: CodeTraffic): boolean {
  return entered * 10 < sent
}

const PUMPED_ABOVE = 50
const PREFIX_PAUSED_AT = 5
const WORK_BITS_MIN = 18
const WORK_BITS_MAX = 22
