import { FinishMessage } from '@carillon/core'
import type { ScriptedProvider } from '../fixtures/scripted-provider.js'
import { aMessageQuery } from '../fixtures/sending-builders.js'
import { claimMessageJobs, finishDueMessages, type FinishMessageJob } from './message-jobs.js'
import { sendingFixture } from './sending-fixture.js'

type Adapters = Parameters<typeof sendingFixture>[0] & { readonly clock: { advance(ms: number): void } }

/** An account whose contact Ann has opted in, and a worker that runs when the test calls it. */
export async function finishingFixture<A extends Adapters>(adapters: A, provider?: ScriptedProvider) {
  const { clock } = adapters
  const given = { credits: { sms: 10, mms: 0 }, ...(provider && { provider }) }
  const fixture = await sendingFixture(adapters, given)
  const { account, run } = fixture
  const finishMessage = new FinishMessage({ ...adapters, provider: fixture.provider })
  const key = { account: account.id, scope: 'message', key: 'order-1' } as const
  const send = () => fixture.send({ idempotencyKey: key.key })
  const worker = () => ({ run, account: account.id, now: clock.now() })
  return {
    ...fixture,
    key,
    send,
    claimed: () => claimMessageJobs(worker()),
    finish: (job: FinishMessageJob) => finishMessage.execute(job),
    /** Advances the clock, and finishes all messages that are due at the new time. */
    async pass(ms: number) {
      clock.advance(ms)
      await finishDueMessages(finishMessage, worker())
    },
    /** Simulates a crash while a message is submitted to the provider: the submission never ends. */
    async crashInSubmission() {
      fixture.provider.script.push(() => new Promise(() => undefined))
      void send()
      await fixture.provider.untilSubmitted(fixture.provider.submitted.length + 1)
    },
    stored: async () => (await run(({ messages }) => messages.list(account.id, aMessageQuery()))).results[0]!,
    usedKey: () => run(({ idempotencyKeys }) => idempotencyKeys.find(key)),
    jobsLeft: () => run(({ jobs }) => jobs.accountsDue({ lane: 'quick', now: new Date(8e15), after: null, limit: 1 })),
  }
}
