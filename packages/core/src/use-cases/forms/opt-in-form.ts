import type { Account } from '../../model/accounts/account.js'
import { senderCountry } from '../../model/accounts/destinations.js'
import type { FormLimits } from '../../model/limits/form-limits.js'
import { consentTextOf } from '../../model/forms/form-text.js'
import type { Group } from '../../model/groups/group.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId, GroupId } from '../../values/ids.js'
import { optInSender } from '../consent/opt-in-text.js'

/** The public page of a group, as a person sees it. */
export type OptInForm = {
  readonly account: { readonly id: AccountId; readonly name: string }
  readonly group: { readonly id: GroupId; readonly name: string }
  /** The consent text and its version. */
  readonly text: string
  readonly version: number
  readonly privacyUrl: string | null
  readonly termsUrl: string | null
  /** The country, such as US, of a number that is entered without a country code. */
  readonly country: string
  /** How many codes one number gets in an hour at most. */
  readonly codesPerHour: number
}

/** The account and group of an open form. */
export type OpenForm = { readonly account: Account; readonly group: Group }

/** For the log: receives the account of an open form, even if the request fails later. May be called again. */
export type OnAccountFound = (account: AccountId) => void

/** The limits of the form: those of the group where it has its own, otherwise those of the account. */
export function formLimitsOf({ account, group }: OpenForm): FormLimits {
  return { ...account.optInForm.limits, ...group.formLimits }
}

/** Finds the form by its group's id, which is all that a visitor provides. */
export async function requireOpenForm(stores: Stores, id: GroupId): Promise<OpenForm> {
  const owner = await stores.groups.accountOf(id)
  const account = owner === null ? null : await stores.accounts.find(owner)
  if (account === null || !account.optInForm.isOpen) throw formNotFound()
  const group = (await stores.groups.find(account.id, [id])).get(id)
  if (group === undefined) throw formNotFound()
  return { account, group }
}

/** The form as it is now. Stores the version of its text. */
export async function optInFormOf(stores: Stores, { account, group }: OpenForm, now: Date): Promise<OptInForm> {
  const text = consentTextOf(account, group)
  const { privacyUrl, termsUrl } = account.optInForm
  const sender = await optInSender(stores, group)
  return {
    account: { id: account.id, name: account.name },
    group: { id: group.id, name: group.name },
    text,
    version: await stores.formTexts.versionOf(account.id, text, now),
    privacyUrl,
    termsUrl,
    codesPerHour: formLimitsOf({ account, group }).numberPerHour,
    country: senderCountry(sender?.number ?? ''),
  }
}

export function formNotFound(): DomainError {
  return new DomainError('form-not-found', 'The opt-in form does not exist or is closed')
}

/** Returns what a visitor of a group's page sees. */
export class ReadOptInForm {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  execute({ group }: { readonly group: GroupId }): Promise<OptInForm> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => optInFormOf(stores, await requireOpenForm(stores, group), now))
  }
}
