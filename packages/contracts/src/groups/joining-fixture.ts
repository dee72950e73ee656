import {
  JoinGroup,
  ReadConsent,
  type Account,
  type Contact,
  type Group,
  type OptInMode,
  type Sender,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { ANN } from '../fixtures/builders.js'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { aLedgerEntry, aMessageQuery, aSender } from '../fixtures/sending-builders.js'

type Adapters = Omit<ConstructorParameters<typeof JoinGroup>[0], 'provider'>

export type JoiningGiven = {
  silentOptIn?: boolean
  credits?: number
  senders?: readonly Partial<Sender>[]
  vip?: Partial<Group>
}

/** An account with Ann, a group that she may join, and a sender and credits to text her. */
export async function joiningFixture<A extends Adapters>(
  adapters: A,
  { silentOptIn = true, credits = 10, senders = [{}], vip: given = {} }: JoiningGiven = {},
) {
  const fixture = await accountFixture(adapters, { capabilities: { silentOptIn } })
  const { account, run } = fixture
  await run(async (stores) => {
    for (const sender of senders) await stores.senders.put(aSender({ account: account.id, ...sender }))
    if (credits > 0) await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: credits })])
  })
  const [ann, vip] = [await fixture.contact(), await fixture.group({ name: 'VIP', ...given })]
  await fixture.listenTo('contacts.group.opted_in', 'contacts.group.opted_out')
  const provider = scriptedProvider()
  const joinGroup = new JoinGroup({ ...adapters, provider })
  return {
    ...adapters,
    ...fixture,
    texts: provider.submitted,
    script: provider.script,
    ann,
    vip,
    joinGroup,
    join: (mode: OptInMode, { contact = ann, group = vip, account: of = account }: Joining = {}) =>
      joinGroup.execute({ account: of, phone: contact.phone, group: group.id, mode }),
    consentOf: (phone = ANN) => new ReadConsent(adapters).execute({ account, phone }),
    messages: async () => (await run((stores) => stores.messages.list(account.id, aMessageQuery()))).results,
    balance: () => run((stores) => stores.credits.balance(account.id)),
  }
}

type Joining = { readonly contact?: Contact; readonly group?: Group; readonly account?: Account }
