import { isResponse, isResponseId } from '../codec/commands.js'
import type { BarePdu, BindCommand, BindPdu, MessagePdu, Pdu } from '../codec/pdu.js'
import { STATUS, statusName } from '../codec/statuses.js'
import { openSocket, type Target } from './open-socket.js'
import { PduConnection } from './pdu-connection.js'
import { Requests } from './requests.js'
import type { Timing } from './timing.js'

export type BindOptions = {
  readonly target: Target
  readonly login: Pick<BindPdu, 'systemId' | 'password' | 'systemType'>
  readonly command: BindCommand
  readonly window: number
  readonly timing: Timing
  /** Returns the status for the answer. Never rejects. */
  onDeliver(pdu: MessagePdu): Promise<number>
  /** The answer without an error was written. */
  onAnswered(pdu: MessagePdu): void
  /** Called when a slot of the window becomes free, and when the bind begins to close. */
  onChange(): void
}

export type Answer =
  | { readonly kind: 'answered'; readonly pdu: Pdu }
  | { readonly kind: 'not-sent' }
  /** The SMSC may have the request: the time passed, or the connection broke. */
  | { readonly kind: 'no-answer' }

/** The SMSC answered the bind request with an error. */
export class BindRefused extends Error {
  override readonly name = 'BindRefused'

  constructor(readonly status: number) {
    super(`the SMSC refused the bind with ${statusName(status)}`)
  }
}

/** Connects and binds. Rejects with `BindRefused`, or with the error of the network. */
export async function openBind(options: BindOptions, signal: AbortSignal): Promise<Bind> {
  const startedAt = performance.now()
  const { target, timing } = options
  const socket = await openSocket(target, { withinMs: timing.bindMs, signal })
  const bind = new Bind((listener) => new PduConnection(socket, listener), options)
  const abort = () => bind.close('closed')
  signal.addEventListener('abort', abort)
  try {
    await bind.logIn(timing.bindMs - (performance.now() - startedAt))
    return bind
  } catch (error) {
    bind.close('the bind failed')
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const INTERFACE_VERSION = 0x34
/** The SMSC knows which numbers belong to the account. */
const ANY_ADDRESS = { addressTon: 0, addressNpi: 0, addressRange: '' }

/** One session, from the bind request to the end of its connection. */
export class Bind {
  readonly #connection: PduConnection
  readonly #requests = new Requests()
  readonly closed: Promise<string>
  #enquiring: NodeJS.Timeout | null = null
  #slotsUsed = 0
  /** Submissions without an answer, and deliveries that are not answered. */
  readonly #unfinished = new Set<Promise<unknown>>()
  #isClosing = false
  #unbound: Promise<void> | null = null

  constructor(
    connect: (listener: { onPdu(pdu: Pdu): void; onClose(reason: string): void }) => PduConnection,
    private readonly options: BindOptions,
  ) {
    const { promise, resolve } = withResolvers<string>()
    this.closed = promise
    const onClose = (reason: string) => {
      if (this.#enquiring) clearTimeout(this.#enquiring)
      this.#isClosing = true
      resolve(reason)
      this.#requests.endAll()
    }
    this.#connection = connect({ onPdu: (pdu) => this.#receive(pdu), onClose })
  }

  get slotsLeft(): number {
    return this.#isClosing || this.#requests.isSpent ? 0 : this.options.window - this.#slotsUsed
  }

  /** Whether no sequence number is left: only a new session has more. */
  get isSpent(): boolean {
    return this.#requests.isSpent
  }

  async logIn(withinMs: number): Promise<void> {
    const { command, login } = this.options
    const { systemId, password, systemType } = login
    const head = { command, status: STATUS.ESME_ROK, tlvs: [] }
    const fields = { systemId, password, systemType, interfaceVersion: INTERFACE_VERSION, ...ANY_ADDRESS }
    const answer = await this.#request((sequence) => ({ ...head, sequence, ...fields }), command, withinMs)
    if (answer?.status === STATUS.ESME_ROK && answer.command === `${command}_resp`) return this.#enquireLater()
    if (answer === null) throw new Error('the SMSC did not answer the bind request')
    throw new BindRefused(answer.status)
  }

  /**
   * Submits an encoded submit_sm; its sequence number is set here. `onLate` gets the answer that arrives after the
   * deadline. Such a submission keeps its slot in the window for a while, because the SMSC still works on it.
   */
  submit(encoded: Buffer, deadlineAt: number, onLate: (answer: Pdu) => void): Promise<Answer> {
    if (!this.#connection.isOpen || this.slotsLeft <= 0) return Promise.resolve({ kind: 'not-sent' })
    const { promise, resolve } = withResolvers<Answer>()
    let isOver = false
    const end = (answer: Answer) => {
      isOver = true
      clearTimeout(deadline)
      resolve(answer)
    }
    const freeSlot = onceOnly(() => {
      clearTimeout(slot)
      this.#slotsUsed--
      this.options.onChange()
    })
    const sequence = this.#requests.add('submit_sm', (pdu) => {
      if (pdu !== null && isOver) onLate(pdu)
      if (!isOver) end(pdu === null ? { kind: 'no-answer' } : { kind: 'answered', pdu })
      freeSlot()
    })
    const deadline = setTimeout(() => end({ kind: 'no-answer' }), Math.max(0, deadlineAt - performance.now()))
    const slot = setTimeout(freeSlot, this.options.timing.slotMs)
    this.#slotsUsed++
    this.#finishing(promise)
    this.#connection.send(withSequence(encoded, sequence))
    return promise
  }

  /** Waits for what is in progress, unbinds, and closes. */
  unbind(): Promise<void> {
    this.#unbound ??= this.#unbind()
    return this.#unbound
  }

  async #unbind(): Promise<void> {
    await this.#stopSubmitting()
    await this.#request((sequence) => bare('unbind', sequence), 'unbind', this.options.timing.answerMs)
    this.close('unbound')
  }

  close(reason: string): void {
    this.#connection.close(reason)
  }

  async #stopSubmitting(): Promise<void> {
    this.#isClosing = true
    this.options.onChange()
    const { promise, resolve } = withResolvers<void>()
    const timer = setTimeout(resolve, this.options.timing.answerMs)
    await Promise.race([promise, Promise.allSettled(this.#unfinished)])
    clearTimeout(timer)
  }

  #receive(pdu: Pdu): void {
    if (isResponse(pdu.command)) {
      this.#requests.answer(pdu)
    } else if (pdu.command === 'enquire_link') {
      this.#connection.send(bare('enquire_link_resp', pdu.sequence))
    } else if (pdu.command === 'deliver_sm') {
      this.#finishing(this.#deliver(pdu))
    } else if (pdu.command === 'unbind') {
      this.#onUnbind(pdu.sequence).catch((error: Error) => this.close(error.message))
    } else if (pdu.command !== 'unknown' || !isResponseId(pdu.commandId)) {
      this.#connection.send({ ...bare('generic_nack', pdu.sequence), status: STATUS.ESME_RINVCMDID })
    }
  }

  #finishing(work: Promise<unknown>): void {
    this.#unfinished.add(work)
    work.then(
      () => this.#unfinished.delete(work),
      (error: Error) => this.close(`a delivery failed: ${error.message}`),
    )
  }

  async #deliver(pdu: MessagePdu): Promise<void> {
    const status = await this.options.onDeliver(pdu)
    const { sequence } = pdu
    const isSent = this.#connection.send({ command: 'deliver_sm_resp', sequence, status, messageId: '', tlvs: [] })
    if (isSent && status === STATUS.ESME_ROK) this.options.onAnswered(pdu)
  }

  async #onUnbind(sequence: number): Promise<void> {
    await this.#stopSubmitting()
    this.#connection.send(bare('unbind_resp', sequence))
    this.close('the SMSC unbound')
  }

  #enquireLater(): void {
    const { enquireMs, answerMs } = this.options.timing
    this.#enquiring = setTimeout(() => {
      void this.#request((sequence) => bare('enquire_link', sequence), 'enquire_link', answerMs).then((answer) => {
        if (answer === null) this.close('the SMSC did not answer enquire_link')
        else this.#enquireLater()
      })
    }, enquireMs)
  }

  /** The answer; null if there is none in time. */
  #request(
    toPdu: (sequence: number) => Pdu,
    command: BindCommand | 'unbind' | 'enquire_link',
    withinMs: number,
  ): Promise<Pdu | null> {
    const { promise, resolve } = withResolvers<Pdu | null>()
    const timer = setTimeout(() => resolve(null), Math.max(0, withinMs))
    const sequence = this.#requests.add(command, resolve)
    if (!this.#connection.send(toPdu(sequence))) resolve(null)
    return promise.finally(() => clearTimeout(timer))
  }
}

function bare(command: BarePdu['command'], sequence: number): BarePdu {
  return { command, sequence, status: 0, tlvs: [] }
}

const SEQUENCE_AT = 12

function withSequence(encoded: Buffer, sequence: number): Buffer {
  const pdu = Buffer.from(encoded)
  pdu.writeUInt32BE(sequence, SEQUENCE_AT)
  return pdu
}

function withResolvers<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

function onceOnly(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (hasRun) return
    hasRun = true
    run()
  }
}
