import type { CarrierDirectory } from '@carillon/core'

/** A directory in which every number is a mobile number of the same carrier. */
export const ONLY_MOBILES: CarrierDirectory = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Memory Mobile', lineType: 'mobile' })),
}
