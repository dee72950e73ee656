import type { Chunk, SliceAttempt, StopReason } from '../../model/broadcasts/chunk.js'
import { ERASED } from '../../values/phone/phone-number.js'

/** A recipient of a slice, by index in the chunk, and why it is stopped. */
export type Stop = { readonly index: number; readonly by: StopReason }

type Stops = Pick<SliceAttempt, 'stopped' | 'stoppedBy'>

/** Adds the recipients that a later check stops. */
export function withStops(stops: Stops, more: readonly Stop[]): Stops {
  if (more.length === 0) return stops
  return {
    stopped: [...stops.stopped, ...more.map(({ index }) => index)],
    stoppedBy: [...(stops.stoppedBy ?? []), ...more.map(({ by }) => by)],
  }
}

/** The numbers of the pool that stopped recipients have, from the numbers by index in the chunk. An erased recipient has none. */
export function stoppedFromOf(
  { recipients }: Pick<Chunk, 'recipients'>,
  { stopped }: Pick<Stops, 'stopped'>,
  numbers: ReadonlyMap<number, string>,
): Pick<SliceAttempt, 'stoppedFrom'> {
  const stoppedFrom = stopped.map((index) =>
    recipients.phones[index] === ERASED ? null : (numbers.get(index) ?? null),
  )
  return stoppedFrom.every((number) => number === null) ? {} : { stoppedFrom }
}
