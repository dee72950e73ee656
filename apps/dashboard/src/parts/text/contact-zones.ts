/** The zones that a contact can have. */
export const ZONES = [
  { value: 'America/New_York', label: 'Eastern (New York)' },
  { value: 'America/Chicago', label: 'Central (Chicago)' },
  { value: 'America/Denver', label: 'Mountain (Denver)' },
  { value: 'America/Los_Angeles', label: 'Pacific (Los Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska (Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
] as const

export type Zone = (typeof ZONES)[number]['value']
export const ZONE_NAMES: readonly Zone[] = ZONES.map(({ value }) => value)

export function zoneLabel(zone: string): string {
  return ZONES.find(({ value }) => value === zone)?.label ?? zone
}
