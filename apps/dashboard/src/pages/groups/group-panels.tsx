import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { Facts } from '../../parts/facts.js'
import { Panel } from '../../parts/panel.js'
import { ScheduleUses } from '../../parts/schedule-uses.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { groupSettingsQuery } from './group-settings.js'

/** How the group works, and what uses it. */
export function GroupPanels({ group }: { readonly group: string }) {
  const { id: account } = useAccount()
  const settings = useQuery(groupSettingsQuery(account, group))
  const uses = useQuery(
    read('groups', '/accounts/{account}/groups/{groupId}/used-by', { path: { account, groupId: group } }),
  )
  return (
    <Stack gap="lg" className="in-order">
      <Panel title="Settings">
        <QueryView query={settings}>
          {({ settings: { optInType, optInMessage, confirmMessage, sender, tags, default: isDefault, createdAt } }) => (
            <Facts
              facts={[
                ['People join', optInType === 'SINGLE' ? 'At once' : 'After replying YES'],
                ['Question', confirmMessage ?? 'The words of the service'],
                ['Welcome text', optInMessage ?? 'None'],
                ['Number', sender === null ? 'The first active one' : <PhoneText number={sender} />],
                ['Tags', tags.join(', ')],
                ['Default', isDefault ? 'Yes: people who text START join it' : 'No'],
                ['Created', <TimeText key="created" at={createdAt} format="day" />],
              ]}
            />
          )}
        </QueryView>
      </Panel>
      <Panel title="Used by">
        <QueryView query={uses}>
          {({ members: { active, pending }, schedules }) => (
            <Stack gap="sm">
              <Text size="sm">
                {formatCount(active)} {active === 1 ? 'member' : 'members'}
                {pending > 0 && `, and ${formatCount(pending)} waiting to reply YES`}
              </Text>
              {schedules.totalCount === 0 ? (
                <Text size="sm" c="dimmed">
                  No schedule sends to this group.
                </Text>
              ) : (
                <ScheduleUses schedules={schedules} />
              )}
            </Stack>
          )}
        </QueryView>
      </Panel>
    </Stack>
  )
}
