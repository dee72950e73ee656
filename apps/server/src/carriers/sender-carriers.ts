import type { Clock, UnitOfWork } from '@carillon/core'

/** How long a change of a declaration may take to have an effect. */
const KNOWN_FOR_MS = 5_000
const KNOWN_MAX = 10_000

/** Returns the carrier of a sender, read from the database at most every few seconds. */
export function senderCarriers({
  unitOfWork,
  clock,
}: {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
}): (number: string) => Promise<string | null> {
  const known = new Map<string, { readonly carrier: Promise<string | null>; readonly untilMs: number }>()
  const read = (number: string) => unitOfWork.run(async ({ senders }) => (await senders.owner(number))?.carrier ?? null)
  return (number) => {
    const nowMs = clock.now().getTime()
    const found = known.get(number)
    if (found !== undefined && found.untilMs > nowMs) return found.carrier
    if (known.size >= KNOWN_MAX) known.clear()
    const looked = { carrier: read(number), untilMs: nowMs + KNOWN_FOR_MS }
    known.set(number, looked)
    looked.carrier.catch(() => known.get(number) === looked && known.delete(number))
    return looked.carrier
  }
}
