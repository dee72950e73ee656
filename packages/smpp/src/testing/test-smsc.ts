import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { isResponse } from '../codec/commands.js'
import type { BindPdu, MessageFields, MessagePdu, Pdu, Tlv } from '../codec/pdu.js'
import { STATUS } from '../codec/statuses.js'
import { PduConnection } from '../session/pdu-connection.js'
import { Requests } from '../session/requests.js'
import { faultsOf } from './check-submission.js'
import { encodeDelivery } from './encode-delivery.js'

/** What the SMSC does with a submit_sm. `late`: takes it, and answers when `answerLate` is called. */
export type Reaction =
  | { readonly kind: 'take' | 'late' | 'never' | 'break-before' | 'break-after' }
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'nack'; readonly status: number }
  | { readonly kind: 'octets'; readonly octets: Buffer }

export type TestSmscOptions = {
  readonly systemId?: string
  readonly password?: string
  readonly tls?: { readonly key: string; readonly cert: string }
  /** More submissions than this without an answer are a fault. */
  readonly window?: number
  readonly hasLatency?: boolean
}

export type Taken = { readonly id: string; readonly pdu: MessagePdu }

export type TestSmsc = Awaited<ReturnType<typeof openTestSmsc>>

type Session = {
  readonly connection: PduConnection
  readonly requests: Requests
  bound: BindPdu | null
  lastSequence: number
  open: number
}

/** An SMSC on a local port that accepts only what the standard allows, and has every fault that a test wants. */
export async function openTestSmsc(options: TestSmscOptions = {}) {
  const { systemId = 'carillon', password = 'secret', tls, window = 10 } = options
  const sessions = new Set<Session>()
  const taken: Taken[] = []
  const received: Pdu[] = []
  const faults: string[] = []
  const late: (() => void)[] = []
  let lastId = 0
  const control = {
    /** `bindNumber`: the binds in the order in which they connected. */
    react: (_pdu: MessagePdu, _bindNumber: number): Reaction => ({ kind: 'take' }),
    /** The status of bind responses; null for no answer. */
    bindStatus: STATUS.ESME_ROK as number | null,
    answersEnquiries: true,
    nextId: () => String(++lastId),
    /** Called between taking a message and its answer. */
    beforeAnswer: async (_taken: Taken): Promise<void> => {},
  }

  const listen = (socket: Socket) => {
    socket.on('error', () => {})
    const connection = new PduConnection(socket, {
      onPdu: (pdu) => void receive(session, pdu),
      onClose: (reason) => {
        if (reason.startsWith('a PDU cannot be read')) faults.push(reason)
        session.requests.endAll()
        sessions.delete(session)
      },
    })
    const session: Session = { connection, requests: new Requests(), bound: null, lastSequence: 0, open: 0 }
    sessions.add(session)
  }

  const receive = async (session: Session, pdu: Pdu) => {
    received.push(pdu)
    if (isResponse(pdu.command)) {
      if (!session.requests.answer(pdu)) faults.push(`${pdu.command} ${pdu.sequence} answers nothing`)
      return
    }
    if (pdu.sequence !== session.lastSequence + 1) faults.push(`sequence ${pdu.sequence} after ${session.lastSequence}`)
    session.lastSequence = pdu.sequence
    switch (pdu.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return bind(session, pdu)
      case 'submit_sm':
        return submit(session, pdu as MessagePdu)
      case 'enquire_link':
        if (control.answersEnquiries) answer(session, pdu, STATUS.ESME_ROK)
        return
      case 'unbind':
        if (session.open > 0) faults.push('unbind with open submissions')
        answer(session, pdu, STATUS.ESME_ROK)
        return session.connection.close('unbound')
      default:
        faults.push(`${pdu.command} is not for an SMSC`)
    }
  }

  const bind = (session: Session, pdu: BindPdu) => {
    const isKnown = pdu.systemId === systemId && pdu.password === password
    if (pdu.interfaceVersion !== 0x34) faults.push(`interface_version is ${pdu.interfaceVersion}`)
    if (pdu.systemId.length > 15 || pdu.password.length > 8 || pdu.systemType.length > 12)
      faults.push('a bind field is too long')
    const status = session.bound ? STATUS.ESME_RALYBND : isKnown ? control.bindStatus : STATUS.ESME_RINVPASWD
    if (status === null) return
    if (status === STATUS.ESME_ROK) session.bound = pdu
    const { sequence } = pdu
    session.connection.send({ command: `${pdu.command}_resp`, sequence, status, systemId: 'test-smsc', tlvs: [] })
  }

  const submit = async (session: Session, pdu: MessagePdu) => {
    const { bound, connection } = session
    if (!bound || bound.command === 'bind_receiver') return answer(session, pdu, STATUS.ESME_RINVBNDSTS)
    if (++session.open > window) faults.push(`${session.open} submissions are open`)
    faults.push(...faultsOf(pdu))
    const reaction = control.react(pdu, [...sessions].indexOf(session))
    const message = () => {
      const one = { id: control.nextId(), pdu }
      taken.push(one)
      return one
    }
    const accept = (one: Taken) => {
      session.open--
      answer(session, pdu, STATUS.ESME_ROK, one.id)
    }
    switch (reaction.kind) {
      case 'take': {
        const one = message()
        await control.beforeAnswer(one)
        return accept(one)
      }
      case 'late': {
        const one = message()
        late.push(() => accept(one))
        return
      }
      case 'never':
        session.open--
        message()
        return
      case 'break-before':
        return connection.close('a fault')
      case 'break-after':
        message()
        return connection.close('a fault')
      case 'error':
        session.open--
        return answer(session, pdu, reaction.status)
      case 'nack':
        session.open--
        connection.send({ command: 'generic_nack', sequence: pdu.sequence, status: reaction.status, tlvs: [] })
        return
      case 'octets':
        connection.send(reaction.octets)
    }
  }

  const answer = ({ connection }: Session, { command, sequence }: Pdu, status: number, messageId = '') => {
    connection.send({ command: `${command}_resp`, sequence, status, messageId, tlvs: [] } as Pdu)
  }

  const server = tls ? createTlsServer(tls, listen) : createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const receivers = () => [...sessions].filter(({ bound }) => bound !== null && bound.command !== 'bind_transmitter')

  /** Delivers on the receiving bind with this number, and returns the status of the answer; null if it broke. */
  const deliver = (given: Partial<MessageFields> & { readonly tlvs?: readonly Tlv[] }, bindNumber = 0) => {
    const session = receivers()[bindNumber]
    if (!session) throw new Error('There is no receiving bind')
    return new Promise<number | null>((resolve) => {
      const sequence = session.requests.add('deliver_sm', (pdu) => resolve(pdu && pdu.status))
      const { tlvs = [], ...fields } = given
      session.connection.send(encodeDelivery(sequence, { ...BLANK, ...fields }, tlvs))
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    systemId,
    password,
    taken,
    received,
    /** What the other side did wrong. */
    faults,
    control,
    deliver,
    /** A receipt in the usual text form. */
    receipt: (id: string, stat = 'DELIVRD', given: Parameters<typeof deliver>[0] = {}, bindNumber = 0) =>
      deliver({ esmClass: 0x04, shortMessage: Buffer.from(receiptText(id, stat)), ...given }, bindNumber),
    receiverCount: () => receivers().length,
    boundCount: () => [...sessions].filter(({ bound }) => bound !== null).length,
    answerLate: () => late.splice(0).forEach((run) => run()),
    send: (pdu: Pdu | Buffer) => [...sessions].forEach(({ connection }) => connection.send(pdu)),
    breakAll: () => [...sessions].forEach(({ connection }) => connection.close('a fault')),
    async close() {
      server.close()
      for (const { connection } of sessions) connection.close('closed')
    },
  }
}

export function receiptText(id: string, stat: string, err = '000'): string {
  return `id:${id} sub:001 dlvrd:001 submit date:2601010101 done date:2601010102 stat:${stat} err:${err} text:Hello`
}

export const BLANK: MessageFields = {
  serviceType: '',
  sourceTon: 1,
  sourceNpi: 1,
  source: '12025550100',
  destTon: 1,
  destNpi: 1,
  dest: '12025550199',
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduledTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: new Uint8Array(),
}
