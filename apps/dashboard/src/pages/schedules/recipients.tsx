import { Text } from '@mantine/core'
import { useAllGroups } from '../../parts/audience/use-all-groups.js'
import { groupsIn } from '../../parts/filters/groups-in.js'
import { FilterSummary } from '../../parts/filters/filter-summary.js'
import { useAccount } from '../../shell/use-session.js'
import type { Schedule } from './use-schedules.js'

/** Whom a schedule sends to: the names of its groups, its filter in words, or that it is a list of numbers. */
export function Recipients({ schedule: { audience } }: { readonly schedule: Schedule }) {
  const { id: account } = useAccount()
  const all = useAllGroups(account)
  if (audience === null)
    return (
      <Text span size="sm">
        A list of numbers
      </Text>
    )
  const { contact } = audience.filter
  const groups = groupsIn(contact)
  if (groups === null) return <FilterSummary account={account} condition={contact} lines={3} />
  const names = groups.map((id) => all.data?.find((group) => group.id === id)?.name ?? (all.data && 'A retired group'))
  return (
    <Text span size="sm" className="breaking">
      <bdi>{names.filter((name) => name !== undefined).join(', ')}</bdi>
    </Text>
  )
}
