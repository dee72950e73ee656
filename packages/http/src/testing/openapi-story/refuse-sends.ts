import { audienceOf } from '../samples.js'
import { ANN, BOB, EVE, FROM, INACTIVE, LINKED, NO_ID, SMS, CONTROL_CHARACTER_TEXT, type Story } from './open-story.js'

/** Records the errors of messages, previews and broadcasts. Ann may be texted; Bob has opted out. */
export async function refuseSends({ refuse, declare, api, provider, work, clock }: Story) {
  const crowd = (to: (n: number) => string) => Array.from({ length: 100 }, (_, n) => ({ to: to(n) }))
  const strangers = crowd((n) => `+1303555${String(n).padStart(4, '0')}`)
  const twice = strangers.map((recipient, n) => (n === 17 ? strangers[3]! : recipient))
  const message = (fields: object) => ({ body: { ...SMS, ...fields } })
  const broadcast = (fields: object) => ({ body: { from: FROM, body: SMS.body, recipients: strangers, ...fields } })
  const previewed = (fields: object) => ({ body: { kind: 'message', request: { ...SMS, ...fields } } })
  const forms = [
    ['sendMessage', message],
    ['startBroadcast', broadcast],
    ['previewSend', previewed],
  ] as const
  for (const [id, request] of forms) {
    await refuse(id, 33004, request({ from: '+12025550177' }))
    await refuse(id, 33009, request({ from: INACTIVE }))
    await refuse(id, 33016, request({ body: CONTROL_CHARACTER_TEXT }))
    await refuse(id, 33019, request({ body: LINKED }))
    await refuse(id, 33400, request({ body: undefined }))
  }
  await refuse('sendMessage', 33003, message({ to: '12025550123' }))
  await refuse('startBroadcast', 33003, broadcast({ recipients: crowd(() => '12025550123') }))
  await refuse('startBroadcast', 33034, broadcast({ recipients: undefined, audience: audienceOf(['VIP']) }))
  await refuse('previewSend', 33003, previewed({ to: '12025550123' }))
  await refuse('startBroadcast', 33024, broadcast({ recipients: twice }))
  await refuse('previewSend', 33024, { body: { kind: 'broadcast', request: broadcast({ recipients: twice }).body } })
  await refuse('sendMessage', 33028, message({ to: EVE }))
  await refuse('sendMessage', 33029, message({ to: BOB }))
  await refuse('startBroadcast', 33028, broadcast({}))
  await refuse('startBatch', 33029, { body: { from: FROM, recipients: [{ to: BOB, body: 'Hi' }] } })
  await refuse('readMessage', 33404, { path: { messageId: `msg_${NO_ID}` } })

  const { id } = (
    await api('POST', '/messaging/batch', { body: { from: FROM, recipients: [{ to: ANN, body: SMS.body }] } })
  ).body
  const path = { broadcastId: id }
  await refuse('retryBatch', 33409, { path })
  provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'The carrier has rejected the message' })
  await work()
  await refuse('retryBatch', 33400, { path, body: { all: true } })
  await declare({ numbers: [{ number: FROM, status: 'inactive' }] })
  await refuse('retryBatch', 33009, { path })
  await declare({ compliance: { blockedPhrases: ['table'] } })
  await refuse('retryBatch', 33019, { path })
  await declare({ compliance: { blockedPhrases: [] }, dailyMessageQuota: 1 })
  clock.advance(1_000)
  await refuse('sendMessage', 33012, message({}))
  await declare({ dailyMessageQuota: null })
  await refuse('sendMessage', 33023, message({ mediaUrl: 'https://cdn.example.com/table.jpg' }))
}
