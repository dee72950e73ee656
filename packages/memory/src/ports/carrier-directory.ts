import type { CarrierDirectory } from '@carillon/core'

/** Every number is a mobile number, and all are with one carrier. */
export const ONLY_MOBILES: CarrierDirectory = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Memory Mobile', lineType: 'mobile' })),
}
