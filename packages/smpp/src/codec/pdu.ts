export type Pdu = BindPdu | BindResponse | MessagePdu | MessageResponse | BarePdu | UnknownPdu

type Head = {
  readonly sequence: number
  readonly status: number
  readonly tlvs: readonly Tlv[]
}

export type Tlv = { readonly tag: number; readonly value: Uint8Array }

export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'

export type BindPdu = Head & {
  readonly command: BindCommand
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  readonly interfaceVersion: number
  readonly addressTon: number
  readonly addressNpi: number
  readonly addressRange: string
}

export type BindResponse = Head & { readonly command: `${BindCommand}_resp`; readonly systemId: string }

export type MessagePdu = Head & MessageFields & { readonly command: 'submit_sm' | 'deliver_sm' }

export type MessageFields = {
  readonly serviceType: string
  readonly sourceTon: number
  readonly sourceNpi: number
  readonly source: string
  readonly destTon: number
  readonly destNpi: number
  readonly dest: string
  readonly esmClass: number
  readonly protocolId: number
  readonly priority: number
  readonly scheduledTime: string
  readonly validityPeriod: string
  readonly registeredDelivery: number
  readonly replaceIfPresent: number
  readonly dataCoding: number
  readonly defaultMessageId: number
  readonly shortMessage: Uint8Array
}

export type MessageResponse = Head & {
  readonly command: 'submit_sm_resp' | 'deliver_sm_resp'
  readonly messageId: string
}

export type BarePdu = Head & {
  readonly command: 'unbind' | 'unbind_resp' | 'enquire_link' | 'enquire_link_resp' | 'generic_nack'
}

/** A PDU with a valid header whose command is not supported. Its body is not read. */
export type UnknownPdu = Head & { readonly command: 'unknown'; readonly commandId: number }
