import {
  EnterCode,
  FinishMessage,
  ReadConsent,
  ReadFormEntry,
  ReadOptInForm,
  RequestCode,
  ResendCode,
  type Account,
  type FormLimits,
  type FormEntryId,
  type Group,
  type RequestCodeInput,
  type Sender,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { ANN, anAccount } from '../fixtures/builders.js'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { aLedgerEntry, aMessageQuery, aSender } from '../fixtures/sending-builders.js'
import { finishDueMessages } from '../messages/message-jobs.js'

type Adapters = Omit<ConstructorParameters<typeof FinishMessage>[0], 'provider'>

export type FormGiven = {
  account?: Partial<Account>
  credits?: number
  senders?: readonly Partial<Sender>[]
  vip?: Partial<Group>
  /** Limits of the account's forms that differ from the defaults. */
  limits?: Partial<FormLimits>
}

/** An account with a group, a sender and credits for codes. `request` fills in the form of the group. */
export async function formFixture<A extends Adapters>(
  adapters: A,
  { account: given, credits = 100, senders = [{}], vip: vipGiven = {}, limits = {} }: FormGiven = {},
) {
  const { optInForm } = anAccount(given)
  const fixture = await accountFixture(adapters, {
    ...given,
    optInForm: { ...optInForm, limits: { ...optInForm.limits, ...limits } },
  })
  const { account, run } = fixture
  await run(async (stores) => {
    for (const sender of senders) await stores.senders.put(aSender({ account: account.id, ...sender }))
    if (credits > 0) await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: credits })])
  })
  const vip = await fixture.group({ name: 'VIP', ...vipGiven })
  await fixture.listenTo('contacts.group.opted_in', 'contacts.group.opted_out')
  const provider = scriptedProvider()
  const requestCode = new RequestCode(adapters)
  const resendCode = new ResendCode(adapters)
  const enterCode = new EnterCode(adapters)
  const finishMessage = new FinishMessage({ ...adapters, provider })
  const entryOf = (id: FormEntryId) => run(async (stores) => (await stores.formEntries.find(account.id, id))!)
  return {
    ...adapters,
    ...fixture,
    vip,
    texts: provider.submitted,
    script: provider.script,
    entryOf,
    readForm: (group = vip.id) => new ReadOptInForm(adapters).execute({ group }),
    /** Opens the page and then requests a code, as every person does. */
    request: async (one: Partial<RequestCodeInput> = {}) => {
      await new ReadOptInForm(adapters).execute({ group: vip.id })
      return requestCode.execute({ ...ENTERED, group: vip.id, ...one })
    },
    resend: (entry: FormEntryId, group = vip.id) => resendCode.execute({ group, entry }),
    read: (entry: FormEntryId, group = vip.id) => new ReadFormEntry(adapters).execute({ group, entry }),
    enter: (entry: FormEntryId, code: string, group = vip.id) => enterCode.execute({ group, entry, code }),
    /** The newest code of an entry; null if no code was sent. */
    codeOf: async (id: FormEntryId) => {
      const { codeMessage } = await entryOf(id)
      return codeMessage && adapters.secrets.oneTimeCodeOf(codeMessage)
    },
    consentOf: (phone = ANN) => new ReadConsent(adapters).execute({ account, phone }),
    messages: async () => (await run((stores) => stores.messages.list(account.id, aMessageQuery()))).results,
    contactAt: (phone = ANN) => run(({ contacts }) => contacts.find(account.id, phone)),
    balance: () => run((stores) => stores.credits.balance(account.id)),
    /** Submits the messages that are due, as a worker does. */
    submitMessage: () => finishDueMessages(finishMessage, { run, account: account.id, now: adapters.clock.now() }),
  }
}

const ENTERED = { version: 1, phone: ANN, address: '192.0.2.1', agent: 'A browser', isBot: false } as const
