import { servicePathOf } from '../api/base-path.js'
import { useSession } from './use-session.js'

/** The attributes of a link to the simulated phones, which opens them beside the dashboard. Null if there are none. */
export function useSimulatedPhones() {
  const { hasSimulatedPhones } = useSession()
  return hasSimulatedPhones ? ({ href: simulatedPhonesAt(), target: '_blank', rel: 'noopener' } as const) : null
}

/** They are a part of the service as the dashboard is: below the same path, if a proxy adds one. */
export function simulatedPhonesAt(basePath?: string): string {
  return `${servicePathOf(basePath)}/sim`
}
