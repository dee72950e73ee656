import type { FailureType, SubmissionOutcome } from '@carillon/core'
import type { Pdu } from '../codec/pdu.js'
import { isBusy, STATUS, statusCode, statusName } from '../codec/statuses.js'

/** The outcome of one submit_sm. */
export type PartOutcome = SubmissionOutcome

/** The outcome that an answer to a submit_sm has. `pauseMs`: how long no bind submits anything. */
export function outcomeOfAnswer(answer: Pdu, pauseMs: number): PartOutcome {
  const { status } = answer
  if (answer.command === 'submit_sm_resp' && status === STATUS.ESME_ROK) {
    return { kind: 'accepted', providerId: answer.messageId.trim() }
  }
  if (isBusy(status)) return { kind: 'try-later', afterMs: pauseMs, because: 'throttled' }
  if (status === STATUS.ESME_RINVBNDSTS) return { kind: 'try-later', afterMs: null, because: 'unreachable' }
  if (LEAVE_OPEN.has(status)) return { kind: 'unknown', because: 'server-error' }
  const because = REASONS.get(status)
  return {
    kind: 'refused',
    type: because?.type ?? 'carrier_rejected',
    message: `The SMSC refused the message: ${because?.reason ?? 'it gave no reason that is known'} (${statusName(status)})`,
    carrierCode: statusCode(status),
  }
}

/** Errors that do not say whether the message was taken. ESME_ROK stands for a generic_nack without an error. */
const LEAVE_OPEN: ReadonlySet<number> = new Set([
  STATUS.ESME_ROK,
  STATUS.ESME_RSYSERR,
  STATUS.ESME_RX_T_APPN,
  STATUS.ESME_RUNKNOWNERR,
])

/**
 * The types of number and the numbering plans come from the settings, so an SMSC that refuses them says nothing about
 * the recipient. A status that is not here is `carrier_rejected`.
 */
const REASONS: ReadonlyMap<number, { readonly type: FailureType; readonly reason: string }> = new Map([
  [STATUS.ESME_RINVDSTADR, { type: 'invalid_destination', reason: 'the number of the recipient is invalid' }],
  [STATUS.ESME_RINVSRCADR, { type: 'unregistered_sender', reason: 'the sender is invalid' }],
  [STATUS.ESME_RBINDFAIL, { type: 'carrier_account', reason: 'the account may not submit' }],
  [STATUS.ESME_RINVPASWD, { type: 'carrier_account', reason: 'the password is invalid' }],
  [STATUS.ESME_RINVSYSID, { type: 'carrier_account', reason: 'the system id is invalid' }],
  [STATUS.ESME_RINVMSGLEN, { type: 'carrier_rejected', reason: 'the length of the message is invalid' }],
  [STATUS.ESME_RINVCMDLEN, { type: 'carrier_rejected', reason: 'the length of the PDU is invalid' }],
  [STATUS.ESME_RINVCMDID, { type: 'carrier_rejected', reason: 'it does not support submit_sm' }],
  [STATUS.ESME_RINVREGDLVFLG, { type: 'carrier_rejected', reason: 'the setting registeredDelivery is invalid' }],
  [STATUS.ESME_RINVSERTYP, { type: 'carrier_rejected', reason: 'the setting serviceType is invalid' }],
  [STATUS.ESME_RINVESMCLASS, { type: 'carrier_rejected', reason: 'it supports no long texts of this form' }],
  [STATUS.ESME_RSUBMITFAIL, { type: 'carrier_rejected', reason: 'the submission failed' }],
  [STATUS.ESME_RINVSRCTON, { type: 'carrier_rejected', reason: 'the setting sourceTon is invalid' }],
  [STATUS.ESME_RINVSRCNPI, { type: 'carrier_rejected', reason: 'the setting sourceNpi is invalid' }],
  [STATUS.ESME_RINVDSTTON, { type: 'carrier_rejected', reason: 'the setting destTon is invalid' }],
  [STATUS.ESME_RINVDSTNPI, { type: 'carrier_rejected', reason: 'the setting destNpi is invalid' }],
  [STATUS.ESME_RINVSYSTYP, { type: 'carrier_rejected', reason: 'the setting systemType is invalid' }],
  [STATUS.ESME_RINVEXPIRY, { type: 'carrier_rejected', reason: 'the setting validityPeriod is invalid' }],
  [STATUS.ESME_RX_P_APPN, { type: 'carrier_rejected', reason: 'the recipient cannot take it' }],
  [STATUS.ESME_RX_R_APPN, { type: 'carrier_rejected', reason: 'the recipient does not want it' }],
  [STATUS.ESME_RDELIVERYFAILURE, { type: 'carrier_rejected', reason: 'it cannot be delivered' }],
])
