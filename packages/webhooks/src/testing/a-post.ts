import type { EventId, WebhookPost } from '@carillon/core'

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const IN_TIME = { deadlineMs: 15_000 }

/** A post with the current time, because verification checks the timestamp. */
export function aPost(given: Pick<WebhookPost, 'url'> & Partial<WebhookPost>): WebhookPost {
  return {
    id: 'evt_01j00000000000000000000000' as EventId,
    at: new Date(),
    body: '{"type":"webhook.test"}',
    secrets: [SECRET],
    ...given,
  }
}
