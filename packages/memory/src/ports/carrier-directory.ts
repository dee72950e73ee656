import type { CarrierDirectory } from '@carillon/core'

/** Everybody has a mobile phone, and one carrier. */
export const ONLY_MOBILES: CarrierDirectory = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Memory Mobile', lineType: 'mobile' })),
}
