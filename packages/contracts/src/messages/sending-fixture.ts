import {
  Once,
  ReadCredits,
  SendMessage,
  type Account,
  type CarrierDirectory,
  type CreditAmounts,
  type MessageId,
  type SendMessageInput,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { ANN } from '../fixtures/builders.js'
import { scriptedProvider, type ScriptedProvider } from '../fixtures/scripted-provider.js'
import { aLedgerEntry, aSender } from '../fixtures/sending-builders.js'

type Adapters = Omit<ConstructorParameters<typeof SendMessage>[0], 'provider' | 'once' | 'directory'> &
  ConstructorParameters<typeof Once>[0]

export type SendingGiven = {
  account?: Partial<Account>
  provider?: ScriptedProvider
  directory?: CarrierDirectory
  credits?: CreditAmounts
}

const FROM = '+12025550100'
const SHORT_CODE = '12345'

/** An account with two senders, one without MMS, and by default 10 SMS and 2 MMS credits. Ann has opted in. */
export async function sendingFixture<A extends Adapters>(
  adapters: A,
  {
    account: given,
    provider = scriptedProvider(),
    directory,
    credits: granted = { sms: 10, mms: 2 },
  }: SendingGiven = {},
) {
  const { unitOfWork, clock, timer } = adapters
  const fixture = await accountFixture(adapters, given)
  const { account, run } = fixture
  await fixture.member(await fixture.contact({ phone: ANN }), await fixture.group())
  const grants = (['sms', 'mms'] as const)
    .filter((unit) => granted[unit] > 0)
    .map((unit) => aLedgerEntry({ account: account.id, unit, amount: granted[unit] }))
  await run(({ credits }) => credits.post(account.id, grants))
  await run(({ senders }) => senders.put(aSender({ account: account.id, number: FROM })))
  await run(({ senders }) => senders.put(aSender({ account: account.id, number: SHORT_CODE, mms: false })))
  const once = new Once({ unitOfWork, clock, timer })
  const sendMessage = new SendMessage({ ...adapters, provider, once, ...(directory && { directory }) })
  const input = { account, to: ANN, from: FROM, body: 'Hi', mediaUrl: null, idempotencyKey: null }
  return {
    ...fixture,
    ...adapters,
    provider,
    send: (one: Partial<SendMessageInput> = {}) => sendMessage.execute({ ...input, ...one }),
    credits: () => new ReadCredits({ unitOfWork }).execute({ account }),
    stored: (id: string) => run(({ messages }) => messages.find(account.id, id as MessageId)),
  }
}
