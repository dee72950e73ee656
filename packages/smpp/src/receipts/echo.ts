import { createHash } from 'node:crypto'

/**
 * The user_message_reference of a part: 16 bits that any process computes from our reference. Different texts can have
 * the same, so it counts only together with the recipient.
 */
export function userReferenceOf(reference: string, part: number): number {
  return createHash('sha256').update(`${reference}/${part}`).digest().readUInt16BE(0)
}

/** The key of a link. `phone`: the recipient of the text, which a receipt has as its sender. */
export function echoKeyOf(userReference: number, phone: string): string {
  return `${phone.replace(/\D/g, '')}/${userReference}`
}
