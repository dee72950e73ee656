import { obstacleOfSender, type SenderObstacle } from '../../model/messages/send-obstacle.js'
import type { Sender } from '../../model/senders/sender.js'
import { DomainError, invalidInput } from '../../values/errors.js'

/** With `hasMedia`, the sender must be able to send MMS. */
export function checkSender(
  sender: Sender | null,
  { from, hasMedia }: { readonly from: string; readonly hasMedia: boolean },
): void {
  const obstacle = obstacleOfSender(sender, { hasMedia })
  if (obstacle !== null) throw senderRefusal(obstacle, from)
}

export function senderRefusal(obstacle: SenderObstacle, from: string): DomainError {
  switch (obstacle) {
    case 'sender-not-assigned':
      return new DomainError('sender-not-assigned', `${from} is not a number of this account`)
    case 'sender-not-active':
      return new DomainError('sender-not-active', `${from} is not active`)
    case 'sender-without-mms':
      return invalidInput('from', `cannot send MMS: ${from} is for SMS only`)
  }
}
