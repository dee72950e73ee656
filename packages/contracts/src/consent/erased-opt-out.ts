import type { AccountId, PhoneNumber, Pseudonym, Stores } from '@carillon/core'
import { after } from '../fixtures/builders.js'

type Given = {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly subject: Pseudonym
  readonly optedOutAt?: Date
}

/** Opts a number out and then erases it, so that its opt-out is kept under its pseudonym. */
export async function eraseOptedOut(
  { consents, erasures }: Pick<Stores, 'consents' | 'erasures'>,
  { account, phone, subject, optedOutAt = after(1) }: Given,
) {
  await consents.save([{ account, phone, activeGroups: 0, optedOutAt }])
  await erasures.eraseContact({ account, phone, subject })
}
