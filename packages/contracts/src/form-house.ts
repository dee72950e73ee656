import {
  EnterCode,
  FinishMessage,
  ReadConsent,
  ReadFormEntry,
  ReadOptInForm,
  RequestCode,
  ResendCode,
  type Account,
  type FormEntry,
  type FormEntryId,
  type Group,
  type RequestCodeInput,
  type Sender,
} from '@carillon/core'
import { ANN, NOW, ids, type Of } from './builders.js'
import { houseOf } from './house.js'
import { scriptedProvider } from './scripted-provider.js'
import { aLedgerEntry, aMessageQuery, aSender } from './sending-builders.js'

/** Of Ann, who has just been texted her first code. */
export function aFormEntry(given: Of<FormEntry>): FormEntry {
  return {
    id: ids.next('ent'),
    group: ids.next('grp'),
    phone: ANN,
    version: 1,
    address: '192.0.2.1',
    network: '192.0.2.1',
    agent: 'A browser',
    createdAt: NOW,
    codeMessage: ids.next('msg'),
    codeAt: NOW,
    codes: 1,
    texts: 1,
    attempts: 0,
    confirmedAt: null,
    ...given,
  }
}

type Adapters = Omit<ConstructorParameters<typeof FinishMessage>[0], 'provider'>

export type FormGiven = {
  account?: Partial<Account>
  credits?: number
  senders?: readonly Partial<Sender>[]
  vip?: Partial<Group>
}

/** An account with the form of a group, a number and credits to text codes, and somebody who fills it in. */
export async function formHouseOf<A extends Adapters>(
  adapters: A,
  { account: given, credits = 100, senders = [{}], vip: vipGiven = {} }: FormGiven = {},
) {
  const house = await houseOf(adapters, given)
  const { account, run } = house
  await run(async (stores) => {
    for (const sender of senders) await stores.senders.put(aSender({ account: account.id, ...sender }))
    if (credits > 0) await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: credits })])
  })
  const vip = await house.group({ name: 'VIP', ...vipGiven })
  await house.listenTo('contacts.group.opted_in', 'contacts.group.opted_out')
  const provider = scriptedProvider()
  const requestCode = new RequestCode(adapters)
  const resendCode = new ResendCode(adapters)
  const enterCode = new EnterCode(adapters)
  const entered = {
    group: vip.id,
    version: 1,
    phone: ANN,
    address: '192.0.2.1',
    agent: 'A browser',
    isBot: false,
  } as const
  const entryOf = (id: FormEntryId) => run(async (stores) => (await stores.formEntries.find(account.id, id))!)
  return {
    ...adapters,
    ...house,
    vip,
    texts: provider.submitted,
    script: provider.script,
    entryOf,
    readForm: (group = vip.id) => new ReadOptInForm(adapters).execute({ group }),
    /** Comes to the page first, as everybody does. */
    request: async (one: Partial<RequestCodeInput> = {}) => {
      await new ReadOptInForm(adapters).execute({ group: vip.id })
      return requestCode.execute({ ...entered, ...one })
    },
    resend: (entry: FormEntryId, group = vip.id) => resendCode.execute({ group, entry }),
    read: (entry: FormEntryId, group = vip.id) => new ReadFormEntry(adapters).execute({ group, entry }),
    enter: (entry: FormEntryId, code: string, group = vip.id) => enterCode.execute({ group, entry, code }),
    /** The newest code of an entry; null where none was texted. */
    codeOf: async (id: FormEntryId) => {
      const { codeMessage } = await entryOf(id)
      return codeMessage && adapters.secrets.oneTimeCodeOf(codeMessage)
    },
    consentOf: (phone = ANN) => new ReadConsent(adapters).execute({ account, phone }),
    messages: async () => (await run((stores) => stores.messages.list(account.id, aMessageQuery()))).results,
    contactAt: (phone = ANN) => run(({ contacts }) => contacts.find(account.id, phone)),
    balance: () => run((stores) => stores.credits.balance(account.id)),
    /** What a worker does with the texts that are due. */
    async handOver() {
      const finishMessage = new FinishMessage({ ...adapters, provider })
      const now = adapters.clock.now()
      const leaseUntil = new Date(now.getTime() + 30_000)
      const claim = { account: account.id, lane: 'quick', limit: 100, fence: ids.next('job'), now, leaseUntil } as const
      for (const job of await run(({ jobs }) => jobs.claim(claim))) {
        if (job.kind === 'finish-message') await finishMessage.execute(job)
      }
    },
  }
}
