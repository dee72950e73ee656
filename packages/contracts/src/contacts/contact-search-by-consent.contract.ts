import { CONSENT_STATES, ReadConsent, type ContactFilter } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { inboundFixture } from '../consent/inbound-fixture.js'
import { membershipScenariosOf, type MembershipScenario } from '../consent/membership-scenarios.js'
import { ANN } from '../fixtures/builders.js'

const ALL: ContactFilter = { text: null, group: null, consent: null, tz: null, field: null }

type SearchAdapters = Omit<Parameters<typeof membershipScenariosOf>[0]['deps'], 'provider'>

/** The filter by consent agrees with the consent of each contact, whatever happened to it. */
export function describeSearchByConsent(open: () => Promise<SearchAdapters>) {
  const scenarios: readonly (readonly MembershipScenario[])[] = [
    [],
    ['POST with DIRECT'],
    ['POST with DIRECT', 'DELETE'],
    ['POST with CONFIRM'],
    ['POST with CONFIRM', 'DELETE'],
    ['POST with CONFIRM', 'YES'],
    ['POST with CONFIRM', 'POST with DIRECT'],
    ['POST with CONFIRM', 'STOP'],
    ['POST with SILENT', 'STOP'],
    ['STOP'],
    ['STOP', 'START'],
    ['STOP', 'START', 'YES'],
    ['START'],
    ['START', 'DELETE'],
    ['an import'],
    ['STOP', 'an import'],
    ['POST with CONFIRM', 'an import'],
    ['an import', 'DELETE', 'POST with CONFIRM'],
    ['an import', 'PATCH', 'an addition to a list'],
  ]

  describe('search for contacts by consent', () => {
    test.each(scenarios.map((done) => [done.join(', then ') || 'nothing', done] as const))(
      'finds the state after %s',
      async (_, done) => {
        for (const isKnown of [true, false]) {
          const fixture = await inboundFixture(await open())
          const { account, contact, group, run, deps, contactAt } = fixture
          if (isKnown) await contact({ phone: ANN })
          const scenariosOfAnn = membershipScenariosOf(fixture, await group({ isDefault: true }))
          for (const name of done) await scenariosOfAnn[name]().catch(() => undefined)
          const { state } = await new ReadConsent(deps).execute({ account, phone: ANN })
          const isContact = (await contactAt()) !== null
          for (const consent of CONSENT_STATES) {
            const step = { order: 'newest', after: null, limit: 10 } as const
            const { contacts } = await run(({ contactSearch }) =>
              contactSearch.step(account.id, { ...ALL, consent }, step),
            )
            expect([consent, contacts.length]).toEqual([consent, isContact && consent === state ? 1 : 0])
          }
        }
      },
    )

    test('finds a contact that was created with a number that had opted out', async () => {
      const fixture = await inboundFixture(await open())
      const { account, contact, run, text } = fixture
      await text('STOP')
      const step = { order: 'newest', after: null, limit: 10 } as const
      const found = () => run((stores) => stores.contactSearch.step(account.id, { ...ALL, consent: 'opted_out' }, step))
      expect((await found()).contacts).toEqual([])
      await contact({ phone: ANN })
      expect((await found()).contacts).toMatchObject([{ phone: ANN }])
    })
  })
}
