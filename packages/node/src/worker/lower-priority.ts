import { constants, setPriority } from 'node:os'

/**
 * Gives requests in other processes of this machine the processor first. Where the system refuses this, the process
 * works at its old priority.
 */
export function lowerPriority(set: typeof setPriority = setPriority): void {
  try {
    set(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A container or a policy may refuse it.
  }
}
