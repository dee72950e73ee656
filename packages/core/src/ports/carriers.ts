import type { PhoneNumber } from '../values/phone/phone-number.js'

/** Finds the carrier of a number. Called shortly before a message is sent; each carrier found costs a credit. */
export interface CarrierDirectory {
  /**
   * One result for each number, in the same order: null if the carrier is currently unknown, which costs nothing. Never
   * throws for a failure of the network, and returns within `deadlineMs`.
   */
  lookUp(phones: readonly PhoneNumber[], options: { readonly deadlineMs: number }): Promise<readonly (Carrier | null)[]>
}

export type Carrier = { readonly name: string; readonly lineType: LineType }

export type LineType = 'mobile' | 'landline' | 'voip' | 'unknown'
