import type { Annotation, Click } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/house.js'
import { aClick, anAnnotation } from '../fixtures/sending-builders.js'
import { sendHouseOf } from '../messages/send-house.js'

export const LINK = 'go.example.com/sale'

/** A message with these links has gone out. */
export async function clickHouseOf(open: OpenTestAdapters, links: readonly string[] = [LINK]) {
  const house = await sendHouseOf(open)
  const account = house.account.id
  const sent = async (...given: readonly Partial<Annotation>[]) => {
    const message = house.message()
    const annotations = given.map((one) => anAnnotation({ account, message: message.id, ...one }))
    if ((await house.accept(message, { annotations })) !== null) throw new Error(`${message.id} was not accepted`)
    return annotations
  }
  const annotations = await sent(...links.map((link) => ({ link })))
  const message = annotations[0]?.message ?? house.message().id
  const click = (given?: Partial<Click>) => aClick({ account, ...given })
  return {
    ...house,
    sent,
    annotations,
    message,
    /** Somebody follows the link as it stands in the message. */
    followed: (given?: Partial<Click>) => click({ code: annotations[0]!.code, ...given }),
    click,
    record: (one: Click) => house.run(({ clicks }) => clicks.record(one)),
    of: (id = message, of = account) => house.run(({ clicks }) => clicks.of(of, id)),
  }
}
