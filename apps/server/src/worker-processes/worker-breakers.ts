import type { CarrierDesk } from '@carillon/core'

export type Breakers = {
  readonly carrierDesk: CarrierDesk | null
  /** The names of the carriers whose breaker is open. */
  readonly openBreakers: () => readonly string[]
}

/** The breakers of this process and of its workers: one is open if it is open in any of them. */
export function withWorkerBreakers(
  { carrierDesk, openBreakers }: Breakers,
  ofWorkers: Breakers['openBreakers'],
): Breakers {
  return {
    openBreakers: () => [...new Set([...openBreakers(), ...ofWorkers()])],
    carrierDesk: carrierDesk && {
      ...carrierDesk,
      async list() {
        const open = ofWorkers()
        const carriers = await carrierDesk.list()
        return carriers.map((carrier) => (open.includes(carrier.name) ? { ...carrier, breaker: 'open' } : carrier))
      },
    },
  }
}
