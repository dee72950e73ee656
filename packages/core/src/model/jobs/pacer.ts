/** Decides when the next step of a bulk job runs, such as a slice of a broadcast or a step of an import. */
export interface Pacer {
  /**
   * Runs the step once it may run. Waiting counts against the lease of the job, so a step must check its lease itself.
   * `lengthMax` is the number of recipients that one step should not exceed.
   */
  run<T>(step: (limits: { readonly lengthMax: number }) => Promise<T>): Promise<T>
}

/** Runs every step at once, and at its full length. */
export const UNPACED: Pacer = { run: (step) => step({ lengthMax: Infinity }) }
