import { fromIdDigits, idDigitsOf } from '../../values/create-ids.js'
import { jobIdOf, type BroadcastId, type JobId, type MessageId } from '../../values/ids.js'
import type { Broadcast } from './broadcast.js'

const ID_START = 4
const TIME_DIGITS = 10
const POSITION_DIGITS = 5

/**
 * The id of a recipient's message follows from the broadcast and the position, so that whoever sends it again sends the
 * same, and so that ids sort by position. It keeps the time and the eleven last digits of the broadcast's id: those that
 * are counted up, in which no two ids of a process are alike.
 */
export function messageIdAt(broadcast: BroadcastId, position: number): MessageId {
  const time = broadcast.slice(ID_START, ID_START + TIME_DIGITS)
  const own = broadcast.slice(ID_START + TIME_DIGITS + POSITION_DIGITS)
  return `msg_${time}${own}${idDigitsOf(position, POSITION_DIGITS)}`
}

/** What the id of a message keeps of its broadcast, if it has one: when that was made, its last digits, and the position. */
export function originOf(message: MessageId) {
  const time = message.slice(ID_START, ID_START + TIME_DIGITS)
  const own = message.slice(ID_START + TIME_DIGITS, -POSITION_DIGITS)
  return { time, own, position: positionOf(message) }
}

/** Whether a recipient's message has this id, or will have it. */
export function isMessageOf({ id, total }: Pick<Broadcast, 'id' | 'total'>, message: MessageId): boolean {
  const position = positionOf(message)
  return position < total && messageIdAt(id, position) === message
}

const POSITION_MAX = 32 ** POSITION_DIGITS - 1

/** The job of a chunk. Counted down from where no recipient ever stands: each message may have a job of its own too. */
export function chunkJobIdOf(broadcast: BroadcastId, chunk: number): JobId {
  return jobIdOf(messageIdAt(broadcast, POSITION_MAX - chunk))
}

/** Which of its recipients the message of a broadcast is for. */
export function positionOf(message: MessageId): number {
  return fromIdDigits(message.slice(-POSITION_DIGITS))
}
