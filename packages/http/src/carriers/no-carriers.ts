import type { CarrierDesk } from '@carillon/core'

/** The desk of a service that declares no carriers. */
export const NO_CARRIERS: CarrierDesk = {
  list: async () => [],
  check: async () => null,
  test: async () => null,
  findTest: async () => null,
  optOuts: async () => null,
}
