import type { Submission } from '@carillon/core'
import type { TwilioSettings } from './settings.js'

/** The name in the query of the status callback: Twilio has no field that it returns. */
export const REFERENCE = 'reference'

/** The form of one message. Without a URL for receipts, nothing reports what became of the message. */
export function messageFormOf(
  { reference, from, to, body, mediaUrl }: Submission,
  { messagingServiceSid }: Pick<TwilioSettings, 'messagingServiceSid'>,
  receiptUrl: string | null,
): string {
  const form = new URLSearchParams({ To: to, From: from })
  if (messagingServiceSid !== undefined) form.set('MessagingServiceSid', messagingServiceSid)
  // An empty body is not a text, so it is left out beside a picture.
  if (body !== '' || mediaUrl === null) form.set('Body', body)
  if (mediaUrl !== null) form.set('MediaUrl', mediaUrl)
  if (receiptUrl !== null) form.set('StatusCallback', withReference(receiptUrl, reference))
  return form.toString()
}

function withReference(receiptUrl: string, reference: string): string {
  const url = new URL(receiptUrl)
  url.searchParams.set(REFERENCE, reference)
  return url.href
}
