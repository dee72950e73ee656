import type { AccountId } from '../values/ids.js'

/** Keeps every sender with a rate to it, whoever hands over, in whichever process. */
export interface PaceStore {
  /**
   * Takes places for up to `wanted` messages, which count until `until` unless `end` says otherwise: all of them where
   * the sender has no rate, else as many as `placesAt` finds free. Holds the sender's turns until the unit of work ends,
   * so that several at once follow each other. Taken again under one id it counts once, for as many as the first time.
   */
  take(turn: TurnWanted): Promise<{ readonly taken: number; readonly nextAt: Date }>
  /** What was taken under the id has reached the provider by `at`, and counts for one window from then on. */
  end(turn: {
    readonly account: AccountId
    readonly sender: string
    readonly id: string
    readonly at: Date
  }): Promise<void>
}

export type TurnWanted = {
  readonly account: AccountId
  readonly sender: string
  /** Never used before. */
  readonly id: string
  readonly wanted: number
  readonly now: Date
  readonly until: Date
}
