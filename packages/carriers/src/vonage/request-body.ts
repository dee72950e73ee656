import type { Submission } from '@carillon/core'
import { digitsOf } from '../http/phone-digits.js'

type MediaType = 'image' | 'audio' | 'video' | 'vcard' | 'file'

const MEDIA_TYPES: readonly (readonly [MediaType, RegExp])[] = [
  ['video', /\.(?:mp4|m4v|mov|mpe?g|webm|3gpp?|avi)$/i],
  ['audio', /\.(?:mp3|m4a|aac|wav|ogg|amr)$/i],
  ['vcard', /\.(?:vcf|vcard)$/i],
  ['file', /\.(?:pdf|txt|csv|ics|zip)$/i],
]

/** The request of one message: an SMS, or an MMS if it has a picture. Numbers have no plus sign. */
export function requestBodyOf(message: Submission, receiptUrl: string | null): object {
  const { reference, from, to, body, mediaUrl } = message
  const common = {
    from: digitsOf(from),
    to: digitsOf(to),
    client_ref: reference,
    ...(receiptUrl === null ? {} : { webhook_url: receiptUrl, webhook_version: 'v1' }),
  }
  if (mediaUrl === null) return { channel: 'sms', message_type: 'text', text: body, ...common }
  const type = mediaTypeOf(mediaUrl)
  // A caption has at least one character.
  const media = body === '' ? { url: mediaUrl } : { url: mediaUrl, caption: body }
  return { channel: 'mms', message_type: type, [type]: media, ...common }
}

function mediaTypeOf(url: string): MediaType {
  const path = url.split(/[?#]/, 1)[0]!
  return MEDIA_TYPES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'image'
}
