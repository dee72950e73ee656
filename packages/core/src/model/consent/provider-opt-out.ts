import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The provider refused to text this number from this sender, because its owner had opted out there. */
export type ProviderOptOut = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly sender: string
  readonly at: Date
}
