import type { SubmissionOutcome } from '@carillon/core'
import { KEY, authorized } from '../test-api.js'
import { ANN, EVE, NAMED, NO_ID, OutOfReach, SMS, type Story } from './open-story.js'

/** Records the errors of admin operations. */
export async function refuseOperators({ refuse, admin }: Story) {
  const unknownAccount = { name: 'Nobody' }
  await refuse('createApiKey', 33409, { path: NAMED, body: { id: KEY.id } })
  await admin('POST', '/users', { body: { email: 'ann@example.com' } })
  await refuse('inviteUser', 33409, { body: { email: 'Ann@example.com' } })
  await refuse('readUser', 33404, { path: { userId: 'bob@example.com' } })
  await refuse('listWebhooks', 33404, { path: unknownAccount })
  const csv = { raw: 'phoneNumber\n', headers: { 'content-type': 'text/csv' } }
  await refuse('importContacts', 33404, { path: unknownAccount, query: 'group=VIP', ...csv })
  await refuse('importContacts', 33031, { path: NAMED, query: 'group=Guests', ...csv })
  await refuse('eraseContact', 33404, { path: { ...unknownAccount, phoneNumber: EVE } })
  await refuse('eraseContact', 33030, { path: { ...NAMED, phoneNumber: EVE } })
  const body = { url: 'https://example.com/hook', events: ['message.sent'] }
  const { id: webhookId } = (await admin('POST', '/accounts/Acme/webhooks', { body })).body
  await refuse('addWebhook', 33409, { path: NAMED, body })
  await admin('PATCH', `/accounts/Acme/webhooks/${webhookId}`, { body: { enabled: false } })
  const path = { ...NAMED, webhookId }
  await refuse('testWebhook', 33409, { path })
  await refuse('testCarrier', 33003, { path: { carrier: 'main' }, body: { to: '12025550123', from: SMS.from } })
  await refuse('testCarrier', 33400, { path: { carrier: 'main' }, body: { to: ANN, from: 'ACME' } })
  await refuse('replayEvents', 33409, { path, body: { eventId: `evt_${NO_ID}` } })
}

/** Records the errors that are not specific to one operation. */
export async function refuseAnything({ refuse, declare, api, provider, clock, ...story }: Story) {
  await refuse('readCredits', 33001, { headers: authorized({ id: KEY.id, secret: 'another' }) })
  const path = { phoneNumber: ANN }
  await refuse('updateContact', 33413, { path, body: { firstName: 'x'.repeat(256 * 1024) } })
  await refuse('updateContact', 33415, { path, raw: 'firstName=Ann', headers: { 'content-type': 'text/plain' } })
  await story.whileBroken(new Error('A bug'), () => refuse('readCredits', 33500))
  await story.whileBroken(new OutOfReach('No database'), () => refuse('readCredits', 33503))

  let respond = (_outcome: SubmissionOutcome) => {}
  const isReached = new Promise<void>((reached) => {
    provider.script.push(() => {
      reached()
      return new Promise<SubmissionOutcome>((resolve) => (respond = resolve))
    })
  })
  const body = { ...SMS, idempotencyKey: 'table-4711' }
  const first = api('POST', '/messaging/message', { body })
  await isReached
  const refusals = Promise.all([
    refuse('sendMessage', 33409, { body }),
    refuse('eraseContact', 33409, { path: { ...NAMED, ...path } }),
  ])
  let isDone = false
  const done = refusals.then(() => (isDone = true))
  while (!isDone) {
    await new Promise(setImmediate)
    const next = clock.nextWakeAt()
    if (next !== null) clock.set(next)
  }
  await done
  respond({ kind: 'accepted', providerId: 'late' })
  await first
  await declare({ rateLimits: { messagingRead: 1 } })
  await api('GET', '/account/credits')
  await refuse('readCredits', 33002)
}
