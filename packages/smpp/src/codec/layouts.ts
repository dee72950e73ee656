import type { Command } from './commands.js'

/** The mandatory fields of a command, in their order. */
export type Layout = readonly Field[]

type Field =
  /** An integer of one octet. */
  | { readonly name: string; readonly type: 'octet' }
  /** A text that ends with NUL. `octetsMax` contains the NUL, and applies only to what is encoded. */
  | { readonly name: string; readonly type: 'text'; readonly octetsMax: number }
  /** Octets after an octet with their number. */
  | { readonly name: string; readonly type: 'octets'; readonly octetsMax: number }

const octet = (name: string): Field => ({ name, type: 'octet' })
const text = (name: string, octetsMax: number): Field => ({ name, type: 'text', octetsMax })

/** SMPP allows 16 octets of system id and 9 of password. Some SMSCs issue longer ones. */
const BIND: Layout = [
  text('systemId', 65),
  text('password', 65),
  text('systemType', 13),
  octet('interfaceVersion'),
  octet('addressTon'),
  octet('addressNpi'),
  text('addressRange', 41),
]

const BIND_RESPONSE: Layout = [text('systemId', 65)]

const MESSAGE: Layout = [
  text('serviceType', 6),
  octet('sourceTon'),
  octet('sourceNpi'),
  text('source', 21),
  octet('destTon'),
  octet('destNpi'),
  text('dest', 21),
  octet('esmClass'),
  octet('protocolId'),
  octet('priority'),
  text('scheduledTime', 17),
  text('validityPeriod', 17),
  octet('registeredDelivery'),
  octet('replaceIfPresent'),
  octet('dataCoding'),
  octet('defaultMessageId'),
  { name: 'shortMessage', type: 'octets', octetsMax: 254 },
]

const MESSAGE_RESPONSE: Layout = [text('messageId', 65)]

export const LAYOUTS: Readonly<Record<Command, Layout>> = {
  bind_receiver: BIND,
  bind_receiver_resp: BIND_RESPONSE,
  bind_transmitter: BIND,
  bind_transmitter_resp: BIND_RESPONSE,
  bind_transceiver: BIND,
  bind_transceiver_resp: BIND_RESPONSE,
  submit_sm: MESSAGE,
  submit_sm_resp: MESSAGE_RESPONSE,
  deliver_sm: MESSAGE,
  deliver_sm_resp: MESSAGE_RESPONSE,
  unbind: [],
  unbind_resp: [],
  enquire_link: [],
  enquire_link_resp: [],
  generic_nack: [],
}

export const HEAD_OCTETS = 16
export const PDU_OCTETS_MAX = 65_536
