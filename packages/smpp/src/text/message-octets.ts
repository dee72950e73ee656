import type { MessagePdu } from '../codec/pdu.js'
import { octetsIn } from '../codec/tlvs.js'
import { UDH_INDICATOR } from './message-contents.js'
import { readUserData, type UserData } from './user-data-header.js'

/** What the message contains, wherever the SMSC put it, without its header. */
export function messageOctets(pdu: MessagePdu): UserData {
  const octets = pdu.shortMessage.length > 0 ? pdu.shortMessage : (octetsIn(pdu.tlvs, 'message_payload') ?? NOTHING)
  return (pdu.esmClass & UDH_INDICATOR) === 0 ? { concatenation: null, octets } : readUserData(octets)
}

const NOTHING = new Uint8Array()
