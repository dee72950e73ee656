import { FollowLink, type FollowLinkInput } from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { aMessage, aTrackingLink, aMessageLink } from '../fixtures/sending-builders.js'

type Adapters = ConstructorParameters<typeof FollowLink>[0]

/** The default click of a test. */
export const FOLLOWED = {
  host: 'go.acme.com',
  link: 'go.acme.com/sale',
  target: 'https://shop.acme.com/Sale?from=sms&to=%7Byou%7D#Top',
  code: 'aZ09bY18cX',
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
} as const

/** A fixture with a registered link that was sent in a message, and a person who follows the link. */
export async function followingFixture<A extends Adapters>(adapters: A) {
  const fixture = await accountFixture(adapters)
  const { account, run } = fixture
  const register = (link: string, target = `https://shop.acme.com/${link}`, owner = account) =>
    run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: owner.id, link, target })))
  const sent = async (link: string, code: string) => {
    const message = aMessage({ account: account.id })
    const messageLinks = [aMessageLink({ account: account.id, message: message.id, link, code })]
    await run(async ({ messages, clicks }) => {
      await messages.add([message])
      await clicks.add(account.id, messageLinks)
    })
    return message
  }
  await register(FOLLOWED.link, FOLLOWED.target)
  const message = await sent(FOLLOWED.link, FOLLOWED.code)
  const followLink = new FollowLink(adapters)
  const usual = { host: FOLLOWED.host, path: `/sale/${FOLLOWED.code}`, agent: FOLLOWED.agent, isOnlyALook: false }
  return {
    ...fixture,
    clock: adapters.clock as A['clock'],
    message,
    register,
    sent,
    follow: (given: Partial<FollowLinkInput> = {}) => followLink.execute({ ...usual, ...given }),
    clicksOf: async (of = message) => (await run(({ clicks }) => clicks.of(account.id, of.id)))[0]!,
  }
}
