import type { Click, Message, MessageLink } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aClick, aMessageLink } from '../fixtures/sending-builders.js'
import { singleSendStoreFixture } from '../messages/single-sends/single-send-store-fixture.js'

export const LINK = 'go.example.com/sale'

/** A fixture in which a message with these links was sent. */
export async function clickStoreFixture(open: OpenTestAdapters, links: readonly string[] = [LINK]) {
  const fixture = await singleSendStoreFixture(open)
  const account = fixture.account.id
  const store = (message: Message, messageLinks: readonly MessageLink[]) =>
    fixture.run(async ({ messages, clicks }) => {
      await messages.add([message])
      await clicks.add(account, messageLinks)
    })
  const sent = async (...given: readonly Partial<MessageLink>[]) => {
    const message = fixture.message()
    const messageLinks = given.map((one) => aMessageLink({ account, message: message.id, ...one }))
    await store(message, messageLinks)
    return messageLinks
  }
  const messageLinks = await sent(...links.map((link) => ({ link })))
  const message = messageLinks[0]?.message ?? fixture.message().id
  const click = (given?: Partial<Click>) => aClick({ account, ...given })
  return {
    ...fixture,
    store,
    sent,
    messageLinks,
    message,
    /** A click by a person on the link in the message. */
    followed: (given?: Partial<Click>) => click({ code: messageLinks[0]!.code, ...given }),
    click,
    record: (one: Click) => fixture.run(({ clicks }) => clicks.record(one)),
    of: (id = message, of = account) => fixture.run(({ clicks }) => clicks.of(of, id)),
  }
}
