import { FollowLink, type FollowLinkInput } from '@carillon/core'
import { houseOf } from '../fixtures/house.js'
import { aMessage, aTrackingLink, anAnnotation } from '../fixtures/sending-builders.js'
import { acceptanceOf } from '../messages/send-house.js'

type Adapters = ConstructorParameters<typeof FollowLink>[0]

/** What is followed where a test says nothing else. */
export const FOLLOWED = {
  host: 'go.acme.com',
  link: 'go.acme.com/sale',
  target: 'https://shop.acme.com/Sale?from=sms&to=%7Byou%7D#Top',
  code: 'aZ09bY18cX',
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
} as const

/** A registered link that went out with a message, and somebody who follows it. */
export async function followingHouseOf<A extends Adapters>(adapters: A) {
  const house = await houseOf(adapters)
  const { account, run } = house
  const register = (link: string, target = `https://shop.acme.com/${link}`, owner = account) =>
    run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: owner.id, link, target })))
  const sent = async (link: string, code: string) => {
    const message = aMessage({ account: account.id })
    const annotations = [anAnnotation({ account: account.id, message: message.id, link, code })]
    await run(({ sends }) => sends.accept(acceptanceOf(message, { annotations, entries: [] })))
    return message
  }
  await register(FOLLOWED.link, FOLLOWED.target)
  const message = await sent(FOLLOWED.link, FOLLOWED.code)
  const followLink = new FollowLink(adapters)
  const usual = { host: FOLLOWED.host, path: `/sale/${FOLLOWED.code}`, agent: FOLLOWED.agent, isOnlyALook: false }
  return {
    ...house,
    clock: adapters.clock as A['clock'],
    message,
    register,
    sent,
    follow: (given: Partial<FollowLinkInput> = {}) => followLink.execute({ ...usual, ...given }),
    clicksOf: async (of = message) => (await run(({ clicks }) => clicks.of(account.id, of.id)))[0]!,
  }
}
