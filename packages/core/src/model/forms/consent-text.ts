import type { Account } from '../accounts/account.js'
import type { Group } from '../groups/group.js'

/** What a person agrees to on the form of the group. */
export function consentTextOf({ name, optInForm }: Account, group: Group): string {
  return (
    optInForm.consentText ??
    `I agree to receive recurring text messages from ${name} (${group.name}) at the number that I enter here. ` +
      'Consent is not a condition of any purchase. Message frequency varies, and message and data rates may apply. ' +
      'Reply STOP to opt out, HELP for help.'
  )
}
