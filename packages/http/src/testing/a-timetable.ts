/** A week after the houses open, on the day that clocks in New York are put forward. */
export const TIMETABLE = { at: '2026-03-08T09:00', timezone: 'America/New_York' }
export const DAILY = { frequency: 'daily', interval: 1, endType: 'never' }

/** `groups` are ids, or whatever a client sends in their place. */
export function audienceOf(groups: unknown) {
  return { filter: { contact: { groups: { ids: { in: groups } } } } }
}
