import {
  ANN,
  BOB,
  NOW,
  SUBJECT,
  aLogEntry,
  aMessage,
  after,
  anInboundText,
  accountFixture,
  scriptedProvider,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Account } from '../../model/accounts/account.js'
import type { ConsentLogEntry } from '../../model/consent/consent-log.js'
import type { Message } from '../../model/messages/message.js'
import { JoinGroup } from './join-group.js'
import { LeaveGroup } from './leave-group.js'
import { PROOF_MESSAGES_MAX, ReadConsentProof } from './read-consent-proof.js'
import { CONSENT_LOG_SHOWN_MAX } from './read-consent.js'

async function open(given: Partial<Account> = {}) {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, given)
  const { account, run } = fixture
  const subject = adapters.secrets.pseudonymOf(account.id, ANN)
  const entry = (some: Partial<ConsentLogEntry> = {}) => aLogEntry({ account: account.id, subject, ...some })
  return {
    ...adapters,
    ...fixture,
    entry,
    joinGroup: new JoinGroup({ ...adapters, provider: scriptedProvider() }),
    message: (some: Partial<Message> = {}) => aMessage({ account: account.id, ...some }),
    inbound: (some: Partial<Message> = {}) => anInboundText({ account: account.id, ...some }),
    log: (...entries: readonly ConsentLogEntry[]) => run(({ consentLog }) => consentLog.append(entries)),
    add: (...messages: readonly Message[]) => run((stores) => stores.messages.add(messages)),
    prove: (phone = ANN, of = account) => new ReadConsentProof(adapters).execute({ account: of, phone }),
  }
}

test('the proof of an unknown number has no evidence that it may be texted', async () => {
  const { account, prove } = await open()
  const { id, name, timezone } = account
  expect(await prove()).toEqual({
    account: { id, name, timezone },
    phone: ANN,
    generatedAt: NOW,
    mayBeTexted: false,
    state: 'none',
    optedOutAt: null,
    groups: [],
    pendingGroups: [],
    providerOptOuts: [],
    log: [],
    logCount: 0,
    formTexts: [],
    messages: [],
    messageCount: 0,
    messagesKeptDays: null,
    messagesSent: { count: 0, firstAt: null, lastAt: null },
    isComplete: true,
  })
})

test('a number may be texted while it is active in a group, and not after its STOP', async () => {
  const { account, contact, group, joinGroup, optOut, prove, ...fixture } = await open()
  await contact()
  const vip = await group({ name: 'VIP' })
  const input = { account, phone: ANN, group: vip.id }
  await joinGroup.execute({ ...input, mode: 'DIRECT' })
  expect(await prove()).toMatchObject({ mayBeTexted: true, state: 'opted_in', groups: [{ name: 'VIP' }] })
  await new LeaveGroup(fixture).execute(input)
  expect(await prove()).toMatchObject({ mayBeTexted: false, state: 'none' })
  await joinGroup.execute({ ...input, mode: 'DIRECT' })
  await optOut(ANN, after(5))
  expect(await prove()).toMatchObject({ mayBeTexted: false, state: 'opted_out', optedOutAt: after(5) })
  expect((await prove()).log.map(({ action }) => action)).toEqual(['OPT_IN', 'MANUAL_REMOVAL', 'OPT_IN'])
})

test('log and messages are shown oldest first, with their texts', async () => {
  const { entry, message, inbound, log, add, prove } = await open()
  await log(
    entry({ at: after(2), action: 'OPT_IN', reason: 'CONFIRMED', by: 'CONTACT', text: 'YES' }),
    entry({ at: after(1), action: 'OPT_IN_REQUESTED', reason: 'CONFIRM', text: 'Reply YES' }),
  )
  await add(
    inbound({ body: 'YES', createdAt: after(2) }),
    message({ purpose: 'confirmation', body: 'Reply YES', createdAt: after(1) }),
    message({ purpose: 'code', body: 'Your code is ******', createdAt: after(3) }),
  )
  const proof = await prove()
  expect(proof.log).toMatchObject([{ text: 'Reply YES' }, { text: 'YES', by: 'CONTACT', group: null }])
  expect(proof.messages.map(({ direction, body }) => [direction, body])).toEqual([
    ['outbound', 'Reply YES'],
    ['inbound', 'YES'],
    ['outbound', 'Your code is ******'],
  ])
})

test('ordinary messages are shown only as a count, with the times of the first and the last', async () => {
  const { message, add, prove } = await open()
  const sent = (second: number) => message({ status: 'sent', phase: null, sentAt: after(second) })
  await add(sent(1), sent(2), message(), { ...sent(3), to: BOB })
  expect(await prove()).toMatchObject({
    messages: [],
    messagesSent: { count: 2, firstAt: after(1), lastAt: after(2) },
    isComplete: true,
  })
})

test('only the form texts that the log refers to are shown, without duplicates, in order of version', async () => {
  const { account, run, entry, log, prove } = await open()
  const versionOf = (text: string, second: number) =>
    run(({ formTexts }) => formTexts.versionOf(account.id, text, after(second)))
  const [first, , third] = [await versionOf('One', 1), await versionOf('Two', 2), await versionOf('Three', 3)]
  const form = { address: '203.0.113.9', agent: 'Firefox' }
  const byForm = { action: 'OPT_IN', reason: 'FORM', by: 'CONTACT' } as const
  await log(
    entry({ ...byForm, at: after(4), form: { version: third!, ...form } }),
    entry({ ...byForm, at: after(5), form: { version: first!, ...form } }),
    entry({ ...byForm, at: after(6), form: { version: first!, ...form } }),
  )
  const proof = await prove()
  expect(proof.log.map((one) => one.form)).toMatchObject([{ version: third, ...form }, { version: first }, {}])
  expect(proof.formTexts).toEqual([
    { version: first, text: 'One', since: after(1) },
    { version: third, text: 'Three', since: after(3) },
  ])
})

test('if there are too many log entries, the proof has the newest and is marked as incomplete', async () => {
  const { entry, log, prove } = await open()
  const entries = Array.from({ length: CONSENT_LOG_SHOWN_MAX }, (_, i) => entry({ at: after(i) }))
  await log(...entries)
  expect(await prove()).toMatchObject({ logCount: CONSENT_LOG_SHOWN_MAX, isComplete: true })
  await log(entry({ at: after(-1) }))
  const proof = await prove()
  expect(proof).toMatchObject({ logCount: CONSENT_LOG_SHOWN_MAX + 1, isComplete: false })
  expect(proof.log).toHaveLength(CONSENT_LOG_SHOWN_MAX)
  expect(proof.log[0]).toMatchObject({ id: entries[0]!.id })
})

test('if there are too many messages, the proof has the newest and is marked as incomplete', async () => {
  const { inbound, add, prove } = await open()
  const texts = Array.from({ length: PROOF_MESSAGES_MAX }, (_, i) => inbound({ createdAt: after(i) }))
  await add(...texts)
  expect(await prove()).toMatchObject({ messageCount: PROOF_MESSAGES_MAX, isComplete: true })
  await add(inbound({ createdAt: after(-1) }))
  const proof = await prove()
  expect(proof).toMatchObject({ messageCount: PROOF_MESSAGES_MAX + 1, isComplete: false })
  expect(proof.messages).toHaveLength(PROOF_MESSAGES_MAX)
  expect(proof.messages[0]).toEqual(texts[0])
})

test('the proof shows how long messages are kept, because it cannot include older messages', async () => {
  const { prove } = await open({ retention: { messages: 30, events: null, clicks: null } })
  expect(await prove()).toMatchObject({ messagesKeptDays: 30 })
})

test('the proof shows nothing about other numbers or other accounts', async () => {
  const { entry, inbound, log, add, neighbour, prove } = await open()
  await log(entry(), entry({ subject: SUBJECT }))
  await add(inbound(), inbound({ from: BOB }))
  expect(await prove()).toMatchObject({ logCount: 1, messageCount: 1 })
  const nothing = { log: [], messages: [], logCount: 0, messageCount: 0 }
  expect(await prove(ANN, await neighbour())).toMatchObject(nothing)
})

test('an erased number keeps its opt-out and its log, which is found by pseudonym', async () => {
  const { account, secrets, run, entry, log, contact, optOut, prove } = await open()
  await contact()
  await optOut(ANN, after(7))
  await log(entry({ action: 'OPT_OUT', reason: 'STOP', by: 'CONTACT', text: 'STOP' }))
  const subject = secrets.pseudonymOf(account.id, ANN)
  await run(({ erasures }) => erasures.eraseContact({ account: account.id, phone: ANN, subject }))
  expect(await prove()).toMatchObject({
    mayBeTexted: false,
    state: 'opted_out',
    optedOutAt: after(7),
    log: [{ action: 'OPT_OUT', text: null }],
  })
})
