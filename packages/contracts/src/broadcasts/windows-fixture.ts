import { DEFAULT_SENDING_HOURS, parseTimeZone, WEEKDAYS, type PhoneNumber, type SendingHours } from '@carillon/core'
import { broadcastingFixture, memberNumber, type BroadcastingGiven } from './broadcasting-fixture.js'

/** In Denver, where the members' area code is, this is 07:00 on a Sunday. */
export const SEVEN = new Date('2026-03-01T14:00:00Z')
export const EIGHT = new Date('2026-03-01T15:00:00Z')
export const NINE_IN_THE_EVENING = new Date('2026-03-02T04:00:00Z')

export const FROM_EIGHT_TO_NINE: SendingHours = {
  ...DEFAULT_SENDING_HOURS,
  windows: [{ days: WEEKDAYS, from: '08:00', to: '21:00' }],
}

type Adapters = Parameters<typeof broadcastingFixture>[0] & { readonly clock: { readonly set: (now: Date) => void } }

/** An account in London with sending windows, and members in Denver. */
export async function windowsFixture<A extends Adapters>(
  adapters: A,
  { hours = FROM_EIGHT_TO_NINE, ...given }: BroadcastingGiven & { readonly hours?: SendingHours } = {},
) {
  const account = { timezone: parseTimeZone('Europe/London'), ...given.account, sendingHours: hours }
  const fixture = await broadcastingFixture(adapters, { members: 5, credits: 100, ...given, account })
  const { phones, work, clock, provider, run } = fixture
  return {
    ...fixture,
    recipients: (...more: readonly PhoneNumber[]) => ({
      phones: [...phones, ...more],
      keys: null,
      bodies: null,
      mediaUrls: null,
    }),
    keyed: (...keys: string[]) => ({
      phones: keys.map((_, n) => memberNumber(n)),
      keys,
      bodies: keys.map(() => 'Hi'),
      mediaUrls: null,
    }),
    /** Sets the clock, and runs the jobs that are due at that time. */
    at: async (instant: Date) => {
      clock.set(instant)
      await work()
    },
    sentTo: () => provider.submitted.map(({ to }) => to),
    consenting: (...numbers: readonly PhoneNumber[]) =>
      run(async ({ consents }) =>
        consents.save(
          await Promise.all(
            numbers.map(async (phone) => ({ ...(await consents.find(fixture.account.id, phone)), activeGroups: 1 })),
          ),
        ),
      ),
  }
}
