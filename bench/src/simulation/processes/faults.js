/** An error that the simulation throws on purpose. A use case rethrows the error, and the caller sees a failure. */
export class InjectedFault extends Error {
  name = 'InjectedFault'
}

/** Never resolves, like a call of a process that died. */
export function never() {
  return new Promise(() => undefined)
}

/**
 * The faults, with their places and probabilities. The places are: `unit`, a whole unit of work; `store`, a call to a
 * store in a unit; `provider`, a call to the provider; `job`, a claimed job. `strike` decides how the call proceeds.
 */
export const FAULTS = [
  {
    name: 'dies before the call',
    places: ['unit', 'provider'],
    likelihood: 0.004,
    strike: ({ life }) => life.die(),
  },
  {
    name: 'dies after the call',
    places: ['unit', 'provider'],
    likelihood: 0.008,
    async strike({ life, call }) {
      const result = await call()
      life.die()
      return result
    },
  },
  {
    name: 'dies within the unit of work',
    places: ['store'],
    likelihood: 0.002,
    strike: ({ life }) => life.die(),
  },
  {
    name: 'a statement fails',
    places: ['store'],
    likelihood: 0.002,
    strike: async () => {
      throw new InjectedFault('the statement failed')
    },
  },
  {
    name: 'the database is out of reach',
    places: ['unit'],
    likelihood: 0.005,
    strike: async () => {
      throw new InjectedFault('the database is out of reach')
    },
  },
  {
    name: 'the connection breaks after the commit',
    places: ['unit'],
    likelihood: 0.01,
    async strike({ call }) {
      await call()
      throw new InjectedFault('the connection broke')
    },
  },
  {
    name: 'a commit goes unacknowledged, and the unit of work runs again',
    places: ['unit'],
    likelihood: 0.01,
    async strike({ call }) {
      await call()
      return call()
    },
  },
  {
    name: 'a deadlock: the unit of work is undone and runs again',
    places: ['unit'],
    likelihood: 0.01,
    async strike({ call }) {
      await call({ undo: true })
      return call()
    },
  },
  {
    name: 'stalls before the call',
    places: ['unit'],
    likelihood: 0.008,
    async strike({ call, world }) {
      await world.pass(stallMs(world.dice))
      return call()
    },
  },
  {
    name: 'stalls after the call',
    places: ['unit', 'provider'],
    likelihood: 0.01,
    async strike({ life, call, world }) {
      const result = await call()
      const sinceMs = world.nowMs()
      await world.pass(stallMs(world.dice))
      life.stalls.push({ sinceMs, untilMs: world.nowMs() })
      return result
    },
  },
  {
    name: 'sleeps until its lease runs out',
    places: ['job'],
    likelihood: 0.05,
    async strike({ call, world }) {
      await world.pass(world.dice.between(29_000, 35_000))
      return call()
    },
  },
  {
    name: 'is slow',
    places: ['unit'],
    likelihood: 0.3,
    isSilent: true,
    async strike({ call, world }) {
      await world.pass(world.dice.between(0, 40))
      const result = await call()
      await world.pass(world.dice.between(0, 40))
      return result
    },
  },
]

/** A random time, or about the duration of the lease of an attempt or a job, because then races are likely. */
function stallMs(dice) {
  return dice.hits(0.5) ? dice.pick([9_000, 30_000]) + dice.between(-1_000, 6_000) : dice.between(1, 60_000)
}
