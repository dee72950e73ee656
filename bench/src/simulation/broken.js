/** A violated invariant, with everything needed to reproduce it. */
export class Broken extends Error {
  name = 'Broken'

  constructor({ seed, invariant, what, trace }) {
    super(
      [
        `"${invariant}" does not hold in seed ${seed} at step ${trace.steps()}: ${what}`,
        ...trace.last().map((line) => `    ${line}`),
        `  To reproduce it: npm run campaign -- simulate --seed ${seed}`,
      ].join('\n'),
    )
    this.invariant = invariant
  }
}
