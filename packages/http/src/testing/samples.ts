/** The path of the contact Ann, by her phone number. */
export const ANN = '/contacts/by-phone/+12025550123'

/** Every field that a client can set when it creates Ann. */
export const PROFILE = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  birthDate: '1990-02-28',
  gender: 'FEMALE',
  address: { street: '1 Main St', city: 'Denver', state: 'CO', postalCode: '80202', country: 'us' },
  isFavorite: true,
  customFields: { Plan: 'Pro', Note: 'x', Age: 41.5, Member: false, Since: '2020-02-29', Likes: ['Tea', 'Ale'] },
}

/** A week after the start of the fixtures, on the day when daylight saving time begins in New York. */
export const TIMETABLE = { at: '2026-03-08T09:00', timezone: 'America/New_York' }
export const DAILY = { frequency: 'daily', interval: 1, endType: 'never' }

/** `groups` are ids, or any other value that a client may send instead. */
export function audienceOf(groups: unknown) {
  return { filter: { contact: { groups: { ids: { in: groups } } } } }
}
