import { createHmac } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'
import { isSameText } from '../http/same-text.js'
import type { Form } from './form.js'

/** Whether the request is signed with the token. The signature contains no time, so a request never becomes too old. */
export function isSigned({ url, headers }: CarrierRequest, form: Form, authToken: string): boolean {
  const signature = headers['x-twilio-signature'] ?? ''
  const fields = signedFieldsOf(form)
  return spellingsOf(url).some((spelling) => isSameText(signature, sign(spelling + fields, authToken)))
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

/** Twilio signs some URLs with their port and others without it, even the standard port, so both are tried. */
function spellingsOf(url: string): readonly string[] {
  const parts = /^(https?:\/\/)(\[[^\]]*\]|[^/?#:]*)(:\d*)?(.*)$/is.exec(url)
  if (parts === null) return [url]
  const [, scheme, host, port, rest] = parts as unknown as readonly [string, string, string, string | undefined, string]
  const standardPort = scheme.toLowerCase() === 'https://' ? ':443' : ':80'
  return [scheme + host + rest, scheme + host + (port ?? standardPort) + rest]
}
