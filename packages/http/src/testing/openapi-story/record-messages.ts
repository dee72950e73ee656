import { TIMETABLE, audienceOf } from '../samples.js'
import { ANN, BOB, FROM, LINK, NAMED, type Story } from './open-story.js'

const SALE = `Hi {{contact_first_name}}, 20% off until {{dateOffset "1w"}}: {{trackingLink "${LINK}"}}`

const WITH_PRO = { filter: { contact: { customFields: { contact_custom_field_1: { eq: 'Pro' } } } } }

/** Sends single messages, and records their outcomes, replies and clicks. */
export async function recordMessages({ record, clock, provider, receipt, follow, text, work }: Story) {
  clock.advance(60_000)
  const sms = { to: ANN, from: FROM, body: 'Your table is ready.', idempotencyKey: 'table-4711' }
  const sent = await record('sendMessage', { body: sms, as: 'sms' })
  const tagged = await record('sendMessage', { body: { to: ANN, from: FROM, body: SALE }, as: 'tags' })
  const mediaUrl = 'https://cdn.example.com/table.jpg'
  await record('sendMessage', { body: { to: ANN, from: FROM, mediaUrl }, as: 'mms' })
  provider.script.push({ kind: 'refused', type: 'opted_out', message: 'The recipient has opted out of this sender' })
  await record('sendMessage', { body: { to: BOB, from: FROM, body: 'Your table is ready.' }, as: 'failed' })
  provider.script.push({ kind: 'try-later', afterMs: null })
  await record('sendMessage', { body: { to: BOB, from: FROM, body: 'Your table is ready.' }, as: 'queued' })
  await record('readCredits')
  clock.advance(2_000)
  await receipt(sent.id)
  await record('readMessage', { path: { messageId: sent.id } })
  await text(ANN, 'Is it open on Sunday?')
  await record('listMessages', { query: 'limit=3' })
  const [conversation] = (await record('listConversations')).results
  const path = { conversationId: conversation.id }
  await record('readConversation', { path })
  await record('readThread', { path, query: 'limit=2' })
  await record('changeConversation', { path, body: { status: 'closed', readUntil: conversation.lastReceived.id } })
  clock.advance(30_000)
  await follow(/https:\S+/.exec(tagged.body)![0])
  await record('readClicks', { path: { messageId: tagged.id } })
  await work()
}

/** Previews a message, a batch, a schedule, and a broadcast to an audience. */
export async function recordPreviews({ record }: Story, { vip }: { readonly vip: string }) {
  const body = 'Hi {{contact_first_name}}, your table is ready.'
  const message = { to: ANN, from: FROM, body }
  await record('previewSend', { body: { kind: 'message', request: message }, as: 'message' })
  const recipients = [
    { to: ANN, body },
    { to: BOB, body: 'Grüße aus Köln 🔔' },
    { to: '+12025550166', body },
  ]
  await record('previewSend', { body: { kind: 'batch', request: { from: FROM, recipients } }, as: 'batch' })
  const audience = audienceOf([vip])
  await record('previewSend', {
    body: { kind: 'schedule', request: { audience, from: FROM, body, schedule: TIMETABLE } },
    as: 'schedule',
  })
  await record('previewSend', {
    body: { kind: 'broadcast', request: { audience: WITH_PRO, from: FROM, body } },
    as: 'audience',
  })
}

/** Runs a broadcast and a batch, and follows their links. */
export async function recordBroadcasts({ record, clock, provider, follow, work, ...story }: Story) {
  const crowd = Array.from({ length: 100 }, (_, n) => `+1303555${String(n).padStart(4, '0')}`)
  const csv = { headers: { 'content-type': 'text/csv' }, raw: ['phoneNumber', ...crowd].join('\n') }
  await story.admin('POST', '/accounts/Acme/contacts/import?group=VIP', csv)
  const requests = {
    broadcast: { from: FROM, body: SALE, recipients: crowd.map((to) => ({ to })), idempotencyKey: 'sale-2026-03' },
    batch: {
      from: FROM,
      recipients: [
        { to: ANN, body: `Hi {{contact_first_name}}, have a look: {{trackingLink "${LINK}"}}` },
        { to: BOB, body: 'Your order has left us.', idempotencyKey: 'order-4711' },
      ],
      idempotencyKey: 'evening-2026-03-01',
    },
  }
  const ids: Record<string, string> = {}
  for (const [kind, Kind] of [
    ['broadcast', 'Broadcast'],
    ['batch', 'Batch'],
  ] as const) {
    clock.advance(60_000)
    const begun = provider.submitted.length
    const as = kind === 'broadcast' ? { as: 'recipients' } : {}
    const { id } = await record(`start${Kind}`, { body: requests[kind], ...as })
    const path = { broadcastId: id }
    provider.script.push(
      { kind: 'accepted', providerId: `${kind}-1` },
      { kind: 'refused', type: 'carrier_rejected', message: 'The carrier has rejected the message' },
    )
    await work()
    clock.advance(30_000)
    await follow(/https:\S+/.exec(provider.submitted[begun]!.body)![0])
    await record(`read${Kind}`, { path })
    await record(`list${Kind}Messages`, { path, query: 'limit=2' })
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      await record(`list${Kind}Messages`, { path, query: 'status=failed', headers: { accept } })
    }
    await record(`read${Kind}Clicks`, { path })
    await record(`list${Kind}ClickRecipients`, { path })
    const again = await record(`retry${Kind}`, { path })
    await record(`pause${Kind}`, { path: { broadcastId: again.id } })
    await record(`resume${Kind}`, { path: { broadcastId: again.id } })
    await record(`cancel${Kind}`, { path: { broadcastId: again.id } })
    await work()
    ids[kind] = id
  }
  await record('listBroadcasts', { query: 'status=completed' })
  await record('listLedger', { query: 'limit=3' })
  await record('searchAccount', { query: 'q=sale' })
  await record('readStatistics', { query: 'from=2026-03-01&to=2026-03-01' })
  const broadcast = { broadcastId: ids['broadcast']! }
  await record('countBroadcastFailures', { path: broadcast })
  await record('listBroadcastFailures', { path: { ...broadcast, errorType: 'carrier_rejected' } })
  await record('findBroadcast', { path: broadcast })
  await record('listLinks')
  await record('readLinkClicks', { path: { link: LINK }, query: 'from=2026-03-01&to=2026-03-01' })
  await record('listLinkRecipients', { path: { link: LINK } })
  await record('listAccountLinks', { path: NAMED })
  await record('readAccountLinkClicks', { path: { ...NAMED, link: LINK }, query: 'from=2026-03-01&to=2026-03-01' })
  await record('listAccountLinkRecipients', { path: { ...NAMED, link: LINK } })
  await record('readAccountBroadcastClicks', { path: { ...NAMED, ...broadcast } })
  await record('listAccountBroadcastClickRecipients', { path: { ...NAMED, ...broadcast } })
  await record('startBroadcast', { body: { from: FROM, body: SALE, audience: WITH_PRO }, as: 'audience' })
  await work()
}
