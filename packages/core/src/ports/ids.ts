import type { Id, Prefix } from '../values/ids.js'

export interface Ids {
  /** Sorts after every id given before by this process, and is met nowhere else. */
  next<P extends Prefix>(prefix: P): Id<P>
}
