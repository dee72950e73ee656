import { aConsent, memberNumber, NOW, pooledNumber, poolsFixture, type PoolsGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { Once } from '../idempotency/once.js'
import { SendMessage } from '../messages/send-message.js'

const A = pooledNumber(0)
const ANN = memberNumber(0)

async function open(given: PoolsGiven = {}) {
  const { unitOfWork, ...fixture } = await poolsFixture(inMemory({ now: NOW }), { credits: 100, ...given })
  const { account, pool } = fixture
  const deps = { ...fixture, once: new Once({ ...fixture, unitOfWork }) }
  const input = { account, to: ANN, from: pool.id, body: 'Hi', mediaUrl: null, idempotencyKey: null }
  return {
    ...fixture,
    optIn: () =>
      fixture.run(({ consents }) => consents.save([aConsent({ account: account.id, phone: ANN, activeGroups: 1 })])),
    /** `afterFirst`: what happens after the first transaction of the send. */
    send: ({
      body = 'Hi',
      afterFirst,
    }: { readonly body?: string; readonly afterFirst?: () => Promise<unknown> } = {}) => {
      let runs = 0
      const watched: UnitOfWork = {
        run: async (work) => {
          const result = await unitOfWork.run(work)
          if (++runs === 1) await afterFirst?.()
          return result
        },
        runOne: (work) => unitOfWork.runOne(work),
      }
      return new SendMessage({ ...deps, unitOfWork: watched }).execute({ ...input, body })
    },
  }
}

describe('a single message from a pool that is refused', () => {
  test('stays refused if its recipient opts in meanwhile, so that nobody is texted from a number that is not kept', async () => {
    const { send, optOutNumber, optIn, kept, provider } = await open()
    await optOutNumber(ANN)
    await expect(send({ afterFirst: optIn })).rejects.toMatchObject({ code: 'recipient-opted-out' })
    expect(provider.submitted).toEqual([])
    expect(await kept([ANN])).toEqual(new Map())
    expect((await send()).message.from).toBe(A)
    expect(await kept([ANN])).toEqual(new Map([[ANN, A]]))
  })

  test('for its text gives no number', async () => {
    const compliance = { blockedPhrases: ['lottery'], blockPublicShorteners: false, helpText: null }
    const { send, kept, contact } = await open({ account: { compliance } })
    await contact({ phone: ANN, firstName: 'lottery' })
    const refused = send({ body: 'Hi {{contact_first_name}}' })
    await expect(refused).rejects.toMatchObject({ code: 'compliance-violation' })
    expect(await kept([ANN])).toEqual(new Map())
  })
})
