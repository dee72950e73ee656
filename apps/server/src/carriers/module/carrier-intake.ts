import type { UseCases } from '@carillon/container'
import { parseReference, type Clock, type FailureType, type InboundText, type MessageFailure } from '@carillon/core'

/** A receipt from the carrier for the message with the given reference. */
export type CarrierReceipt = {
  readonly reference: string
  /** Null: now. */
  readonly at?: Date | null
  /** Null: the message was delivered. */
  readonly failure?: MessageFailure | null
}

/** Receives inbound texts and receipts from a provider module. Duplicates are allowed. */
export type CarrierIntake = {
  /** `isHandled` is false for a text to a number that no account has. */
  receiveInbound(text: InboundText): Promise<Handled>
  /** `isHandled` is false for an unknown reference. */
  receiveReceipt(receipt: CarrierReceipt): Promise<Handled>
}

export type Handled = { readonly isHandled: boolean }

/** Stores what a module reports. */
export type CarrierReceiver = {
  receiveText(text: InboundText): Promise<Handled>
  receiveReceipt(receipt: Required<CarrierReceipt>): Promise<Handled>
}

type Receiving = Pick<UseCases, 'receiveInbound' | 'receiveReceipt'>

/** The use cases need the provider, so they are created after it: earlier calls wait for them. */
export function useCaseReceiver(useCases: Promise<Receiving>, clock: Clock): CarrierReceiver {
  return {
    receiveText: async (text) => (await useCases).receiveInbound.execute(text),
    async receiveReceipt({ reference, at, failure }) {
      const named = parseReference(reference)
      if (named === null) return { isHandled: false }
      const { account, id: message } = named
      await (await useCases).receiveReceipt.execute({ account, message, at: at ?? clock.now(), failure })
      return { isHandled: true }
    },
  }
}

/** Validates the arguments, because the module may be written in JavaScript. */
export function carrierIntake(receiver: CarrierReceiver): CarrierIntake {
  return {
    async receiveInbound({ from, to, body, mediaUrl, providerId }) {
      for (const [name, value] of Object.entries({ from, to, body, providerId })) requireText(name, value)
      return receiver.receiveText({ from, to, body, mediaUrl: mediaUrl ?? null, providerId })
    },
    async receiveReceipt({ reference, at, failure }) {
      requireText('reference', reference)
      if (failure != null) requireFailure(failure)
      if (at != null && !(at instanceof Date && !isNaN(at.valueOf()))) throw new TypeError('at must be a valid Date')
      return receiver.receiveReceipt({ reference, at: at ?? null, failure: failure ?? null })
    },
  }
}

/** The failure reasons that a carrier may report. */
const FAILURES: readonly FailureType[] = ['carrier_rejected', 'invalid_destination', 'opted_out', 'expired']

function requireFailure({ type, message }: MessageFailure): void {
  requireText('failure.message', message)
  if (!FAILURES.includes(type)) {
    throw new TypeError(`failure.type must be one of ${FAILURES.join(', ')}, got ${JSON.stringify(type)}`)
  }
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string, got ${typeof value}`)
}
