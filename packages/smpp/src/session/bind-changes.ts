import type { BindCommand } from '../codec/pdu.js'
import { statusName } from '../codec/statuses.js'
import type { BindState } from './reconnecting-bind.js'

/** What has become of a bind. */
export type BindChange = {
  /** 1 is the first. */
  readonly bind: number
  readonly command: BindCommand
  /**
   * `lost`: it was bound. `refused`: the SMSC answered the bind request with an error. `failed`: there is no connection,
   * or no answer. All three are tried again.
   */
  readonly state: 'bound' | 'lost' | 'refused' | 'failed' | 'closed'
  /** One line, without secrets; null if there is nothing to say. */
  readonly reason: string | null
  /** The name of the status with which the SMSC refused the bind. */
  readonly status: string | null
  /** How many binds are bound now. */
  readonly boundCount: number
}

/** Must not throw. */
export type OnBind = (change: BindChange) => void

/** Tells what becomes of the binds. That one is being opened is no change. */
export class BindChanges {
  readonly #bound = new Set<number>()

  constructor(private readonly onBind: OnBind) {}

  note(bind: number, command: BindCommand, state: BindState): void {
    if (state.kind === 'connecting') return
    const wasBound = this.#bound.delete(bind)
    if (state.kind === 'bound') this.#bound.add(bind)
    this.onBind({ bind, command, ...changeOf(state, wasBound), boundCount: this.#bound.size })
  }
}

function changeOf(
  state: Exclude<BindState, { kind: 'connecting' }>,
  wasBound: boolean,
): Pick<BindChange, 'state' | 'reason' | 'status'> {
  if (state.kind !== 'waiting') return { state: state.kind, reason: null, status: null }
  const { reason, refusal } = state
  if (refusal !== null) return { state: 'refused', reason, status: statusName(refusal) }
  return { state: wasBound ? 'lost' : 'failed', reason, status: null }
}
