import type { AccountId } from '../../values/ids.js'
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

/** Every consent text that a form of the account has ever shown. One stays as it is, for evidence. */
export interface FormTextStore {
  /** Its version: a new one, counted up from 1, where the account has never shown this text. */
  versionOf(account: AccountId, text: string, now: Date): Promise<number>
  /** By version. Those that there are. */
  find(account: AccountId, versions: readonly number[]): Promise<ReadonlyMap<number, FormText>>
}

export type FormText = { readonly version: number; readonly text: string; readonly since: Date }
