import type { AccountId } from '../../values/ids.js'
import type { Account } from '../accounts/account.js'
import type { Group } from '../groups/group.js'

/** The consent text on the form of the group. */
export function consentTextOf({ name, optInForm }: Account, group: Group): string {
  return (
    optInForm.consentText ??
    `I agree to receive recurring text messages from ${name} (${group.name}) at the number that I enter here. ` +
      'Consent is not a condition of any purchase. Message frequency varies, and message and data rates may apply. ' +
      'Reply STOP to opt out, HELP for help.'
  )
}

/** Every consent text that a form of the account has ever shown. Texts never change, because they are evidence. */
export interface FormTextStore {
  /** The version of the text. A text that is new to the account gets the next version, starting at 1. */
  versionOf(account: AccountId, text: string, now: Date): Promise<number>
  /** The texts of these versions, by version; a version that does not exist is omitted. */
  find(account: AccountId, versions: readonly number[]): Promise<ReadonlyMap<number, FormText>>
  /** Newest versions first. */
  newest(account: AccountId, limit: number): Promise<readonly FormText[]>
}

export type FormText = { readonly version: number; readonly text: string; readonly since: Date }
