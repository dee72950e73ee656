import { FinishMessage, ReadConsent, ReceiveInbound, type Account, type InboundText, type Sender } from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { ANN } from '../fixtures/builders.js'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { aLedgerEntry, aMessageQuery, aSender } from '../fixtures/sending-builders.js'
import { finishDueMessages } from '../messages/message-jobs.js'

type Adapters = Omit<ConstructorParameters<typeof ReceiveInbound>[0], 'provider'>

export type InboundGiven = { credits?: number; account?: Partial<Account>; senders?: readonly Partial<Sender>[] }

export const OURS = '+12025550199'
const EVENTS = ['contacts.group.opted_in', 'contacts.group.opted_out', 'message.received', 'message.failed'] as const

/** An account with a number and some credits. Texts to the number come from Ann by default. */
export async function inboundFixture<A extends Adapters>(
  adapters: A,
  { credits = 10, account: given, senders = [{}] }: InboundGiven = {},
) {
  const fixture = await accountFixture(adapters, given)
  const { account, run } = fixture
  await run(async (stores) => {
    for (const sender of senders) await stores.senders.put(aSender({ account: account.id, number: OURS, ...sender }))
    if (credits > 0) await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: credits })])
  })
  await fixture.listenTo(...EVENTS)
  const provider = scriptedProvider()
  const deps = { ...adapters, provider }
  const receiveInbound = new ReceiveInbound(deps)
  const finishMessage = new FinishMessage(deps)
  let received = 0
  return {
    ...adapters,
    ...fixture,
    texts: provider.submitted,
    script: provider.script,
    deps,
    text: (body: string, other: Partial<InboundText> = {}, options?: Parameters<ReceiveInbound['execute']>[1]) => {
      const text = { from: ANN, to: OURS, body, mediaUrl: null, providerId: `text-${++received}`, ...other }
      return receiveInbound.execute(text, options)
    },
    consentOf: (phone = ANN) => new ReadConsent(adapters).execute({ account, phone }),
    messages: async () => (await run((stores) => stores.messages.list(account.id, aMessageQuery()))).results,
    activeGroups: async () => (await run(({ consents }) => consents.find(account.id, ANN))).activeGroups,
    contactAt: (phone = ANN) => run(({ contacts }) => contacts.find(account.id, phone)),
    balance: () => run((stores) => stores.credits.balance(account.id)),
    eventTypes: async () => (await fixture.events()).map(({ type }) => type),
    /** Runs the due jobs that finish messages. */
    runAllJobs: () => finishDueMessages(finishMessage, { run, account: account.id, now: adapters.clock.now() }),
  }
}
