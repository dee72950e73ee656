import { useLocalStorage } from '@mantine/hooks'
import type { Zone } from '../../parts/time/zone.js'
import { useAccountOrNull, useSession } from '../use-session.js'

/** The zone in which this browser shows times: the viewer's, or that of the account. Pages without an account use the viewer's. */
export function useZoneChoice() {
  const [chosen, choose] = useLocalStorage<Zone['of']>({
    key: 'carillon-zone',
    defaultValue: 'account',
    getInitialValueInEffect: false,
  })
  const { user } = useSession()
  const account = useAccountOrNull()
  const viewer: Zone = { of: 'viewer', name: user.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const ofAccount: Zone | null = account === null ? null : { of: 'account', name: account.timezone }
  const zone = chosen === 'account' && ofAccount !== null ? ofAccount : viewer
  return { zone, viewer, ofAccount, choose }
}
