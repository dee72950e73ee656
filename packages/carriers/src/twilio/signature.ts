import { createHmac } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'
import { isSameText } from '../http/same-text.js'
import type { Form } from './form.js'
import { REPEAT_FAILED } from './message-form.js'

export const SIGNATURE = 'x-twilio-signature'

/** Whether the request is signed with one of the tokens. The signature contains no time, so no request is too old. */
export function isSigned({ url, headers }: CarrierRequest, form: Form, authTokens: readonly string[]): boolean {
  const signature = headers[SIGNATURE] ?? ''
  const fields = signedFieldsOf(form)
  return authTokens.some((authToken) =>
    spellingsOf(url).some((spelling) => isSameText(signature, sign(spelling + fields, authToken))),
  )
}

function sign(text: string, authToken: string): string {
  return createHmac('sha1', authToken).update(text).digest('base64')
}

/** Names in the order of their characters, each with its value. Of a repeated field, each different value counts once. */
function signedFieldsOf(form: Form): string {
  return [...form.keys()]
    .sort()
    .flatMap((name) => [...new Set(form.get(name))].sort().map((value) => name + value))
    .join('')
}

/**
 * Twilio signs some URLs with their port and others without it, even the standard port, so both are tried. Its
 * documentation does not say whether it signs the fragment that it does not send, so both are tried, too.
 */
function spellingsOf(url: string): readonly string[] {
  const parts = /^(https?:\/\/)(\[[^\]]*\]|[^/?#:]*)(:\d*)?(.*)$/is.exec(url)
  if (parts === null) return [url, url + REPEAT_FAILED]
  const [, scheme, host, port, rest] = parts as unknown as readonly [string, string, string, string | undefined, string]
  const standardPort = scheme.toLowerCase() === 'https://' ? ':443' : ':80'
  const spellings = [scheme + host + rest, scheme + host + (port ?? standardPort) + rest]
  return [...spellings, ...spellings.map((spelling) => spelling + REPEAT_FAILED)]
}
