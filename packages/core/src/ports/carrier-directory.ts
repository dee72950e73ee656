import type { PhoneNumber } from '../values/phone/phone-number.js'

/** Knows which carrier a number is with. It is asked shortly before a message goes out, and costs a credit. */
export interface CarrierDirectory {
  /**
   * One answer for each number, in their order: null where nobody can say now, which costs nothing. Never throws for
   * what the network did, and answers within `deadlineMs`.
   */
  lookUp(phones: readonly PhoneNumber[], options: { readonly deadlineMs: number }): Promise<readonly (Carrier | null)[]>
}

export type Carrier = { readonly name: string; readonly lineType: 'mobile' | 'landline' | 'voip' | 'unknown' }
