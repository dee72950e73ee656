import { fromIdDigits, idDigitsOf } from '../../values/create-ids.js'
import { jobIdOf, type BroadcastId, type JobId, type MessageId } from '../../values/ids.js'
import type { Broadcast } from './broadcast.js'

const ID_START = 4
const TIME_DIGITS = 10
const POSITION_DIGITS = 5

/**
 * Derives the id of a recipient's message from the broadcast and the position, so that a repeated send has the same id,
 * and ids sort by position. The id keeps the time and the last eleven digits of the broadcast's id: these digits are
 * incremented, and so differ between all ids of a process.
 */
export function messageIdAt(broadcast: BroadcastId, position: number): MessageId {
  const time = broadcast.slice(ID_START, ID_START + TIME_DIGITS)
  const own = broadcast.slice(ID_START + TIME_DIGITS + POSITION_DIGITS)
  return `msg_${time}${own}${idDigitsOf(position, POSITION_DIGITS)}`
}

/** The parts of a message id made by `messageIdAt`: its broadcast's time and last digits, and the position. */
export function originOf(message: MessageId) {
  const time = message.slice(ID_START, ID_START + TIME_DIGITS)
  const own = message.slice(ID_START + TIME_DIGITS, -POSITION_DIGITS)
  return { time, own, position: positionOf(message) }
}

/** Whether a message of the broadcast has this id, or will have it. */
export function isMessageOf({ id, total }: Pick<Broadcast, 'id' | 'total'>, message: MessageId): boolean {
  const position = positionOf(message)
  return position < total && messageIdAt(id, position) === message
}

const POSITION_MAX = 32 ** POSITION_DIGITS - 1

/** The id of a chunk's job. It uses positions beyond all recipients, because messages may have jobs too. */
export function chunkJobIdOf(broadcast: BroadcastId, chunk: number): JobId {
  return jobIdOf(messageIdAt(broadcast, POSITION_MAX - chunk))
}

/** The position of the recipient in the broadcast. */
export function positionOf(message: MessageId): number {
  return fromIdDigits(message.slice(-POSITION_DIGITS))
}
