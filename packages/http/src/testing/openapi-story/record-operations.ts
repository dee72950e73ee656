import { aJob, aWebhookResponse, ids } from '@carillon/contracts'
import { KEY } from '../test-api.js'
import { ANN, BOB, EVE, FROM, NAMED, type Story } from './open-story.js'

/** Delivers events to an endpoint, and replays some of them. */
export async function recordWebhooks({ record, clock, deliver, api, webhookSender }: Story) {
  const url = 'https://example.com/hook'
  const { id: webhookId } = await record('addWebhook', { path: NAMED, body: { url, events: ['message.sent'] } })
  const path = { ...NAMED, webhookId }
  await record('readWebhook', { path })
  await record('changeWebhook', { path, body: { events: ['message.sent', 'message.received'] } })
  await record('rotateWebhookSecret', { path, body: { previousValidHours: 48 } })
  await record('listWebhooks', { path: NAMED })
  await deliver()
  // The endpoint of the account, which gets all events, answers as before.
  webhookSender.answerBy((post) => (post.url === url ? aWebhookResponse(503, 'Busy') : aWebhookResponse(204)))
  await api('POST', '/messaging/message', { body: { to: ANN, from: FROM, body: 'Your table is ready.' } })
  await deliver()
  const { results } = await record('listDeliveries', { path, query: 'type=message.sent&limit=1' })
  webhookSender.answerBy(() => aWebhookResponse(204))
  clock.advance(60_000)
  await deliver()
  await record('readDelivery', { path: { ...path, eventId: results[0].eventId } })
  await record('testWebhook', { path })
  await record('replayEvents', { path, body: { eventId: results[0].eventId }, as: 'event' })
  const span = { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z', status: 'delivered' }
  await record('replayEvents', { path, body: span, as: 'span' })
  await deliver()
  await record('removeWebhook', { path })
}

/** Creates a dead job, and retries it. */
export async function recordJobs({ record, unitOfWork, useCases, clock }: Story) {
  const account = (await useCases.readAccount.execute(NAMED)).id
  const now = clock.now()
  const job = aJob({ account, runAt: now })
  await unitOfWork.run(async ({ jobs }) => {
    await jobs.put([job])
    const claimed = await jobs.claim({ account, lane: 'quick', now, leaseUntil: now, limit: 9, fence: ids.next('job') })
    await jobs.markDead(
      claimed.find(({ id }) => id === job.id)!,
      { at: now, error: 'The provider has no such account' },
    )
  })
  await record('listDeadJobs', { path: NAMED })
  await record('retryDeadJob', { path: { ...NAMED, jobId: job.id } })
}

/** Checks a carrier, follows a test text to its receipt, and compares the opt-outs. */
export async function recordCarriers({ record, carriers }: Story) {
  const path = { carrier: 'main' }
  await record('listCarriers')
  await record('checkCarrier', { path })
  const { reference } = await record('testCarrier', { path, body: { to: ANN, from: FROM } })
  carriers.report(null)
  await record('readCarrierTest', { path: { ...path, reference } })
  carriers.state.optOuts = [{ phone: ANN, sender: FROM, at: new Date('2026-03-01T09:30:00Z') }]
  await record('findConsentDrift', { path: NAMED, query: 'carrier=main' })
}

/** Explains texts, and lists one that may ask to opt out. */
export async function recordKeywords({ record, text }: Story) {
  await record('explainKeyword', { query: 'text=Please+stop+texting+me%20%F0%9F%99%8F' })
  await record('explainAnyKeyword', { query: 'text=stop+it' })
  await text(ANN, 'stop it')
  await record('listUnmatchedKeywords', { path: NAMED })
}

/** Lists requests of a client, and its key with its last use. */
export async function recordRequests({ record, useCases, clock }: Story) {
  const { id: account } = await useCases.readAccount.execute(NAMED)
  const request = { account, key: KEY.id, at: clock.now(), method: 'GET', route: '/api/v1/groups', status: 200, ms: 4 }
  const refused = { method: 'POST', route: '/api/v1/messaging/message', status: 402, ms: 21 }
  const requests = [
    { ...request, id: 'req_5f0a6c5e-3f57-4c0a-9d0d-0d6b0e1c7a11' },
    { ...request, ...refused, id: 'req_8b1d4d8e-7e25-4c39-8a6f-2f9f3d5c9b22' },
  ]
  await useCases.recordRequests.execute({ requests })
  await record('listRequests', { path: NAMED })
  await record('listApiKeys', { path: NAMED })
}

/** Invites a person to the dashboard, and changes the user. */
export async function recordUsers({ record, useCases }: Story) {
  const { id: account } = await useCases.readAccount.execute(NAMED)
  const body = { email: 'ann@example.com', name: 'Ann Lee', roles: [{ account, role: 'sender' }] }
  const { user } = await record('inviteUser', { body })
  await record('listUsers')
  const path = { userId: user.id }
  await record('readUser', { path })
  await record('changeUser', { path, body: { roles: [{ account, role: 'admin' }] } })
  await record('resetUser', { path: { userId: user.email } })
}

/** Erases a contact, and reads the health endpoints. */
export async function recordTheRest({ record, text, deliver, declare, api, askForCode }: Story) {
  await declare({ optInForm: { limits: { prefixPerHour: 1 } } })
  const [vip] = (await api('GET', '/groups?name=VIP')).body.results
  for (const phone of [EVE, BOB]) await askForCode(vip.id, phone)
  await text(ANN, 'STOP')
  await record('eraseContact', { path: { ...NAMED, phoneNumber: ANN } })
  await deliver()
  await record('readHealth')
  await record('readReadiness')
}
