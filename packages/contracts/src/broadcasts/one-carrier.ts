import type { CarrierDirectory } from '@carillon/core'

/** Everybody is with one carrier. */
export const ONE_CARRIER: CarrierDirectory = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Bell', lineType: 'mobile' })),
}
