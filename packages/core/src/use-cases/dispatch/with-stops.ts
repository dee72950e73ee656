import type { SliceAttempt, StopReason } from '../../model/broadcasts/chunk.js'

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
