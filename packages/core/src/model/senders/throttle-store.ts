import type { AccountId } from '../../values/ids.js'
import type { TurnAsked } from './throttle.js'

/** Keeps every sender with a rate to it, whoever hands over, in whichever process. */
export interface PaceStore {
  /**
   * Takes places for up to `wanted` messages, as `takeTurn` tells: all of them where the sender has no rate. They count
   * for a window after `until`, unless `end` says otherwise. Holds the sender's turns until the unit of work ends, so
   * that several at once follow each other. Taken again under one id it counts once, for as many as the first time.
   */
  take(turn: TurnWanted): Promise<PlacesTaken>
  /** What was taken under the id has reached the provider by `at`, and counts for one window from then on. */
  end(turn: {
    readonly account: AccountId
    readonly sender: string
    readonly id: string
    readonly at: Date
  }): Promise<void>
}

/** The id: never used before, but by whoever asks again for the same. */
export type TurnWanted = TurnAsked & { readonly account: AccountId; readonly sender: string }

export type PlacesTaken = {
  readonly taken: number
  /** When there is another place, as far as anybody can say. */
  readonly nextAt: Date
  /** Whether the sender has a rate, so that `end` is to be told. */
  readonly isPaced: boolean
}
