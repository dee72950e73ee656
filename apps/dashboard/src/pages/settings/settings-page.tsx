import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { SettingsForm } from './settings-form.js'
import { settingsQuery } from './settings-query.js'

export const settingsPage = createLazyRoute('/session/a/$account/settings')({ component: SettingsPage })

function SettingsPage() {
  const { id: account } = useAccount()
  const reason = useRole().reasonAgainst('admin')
  const settings = useQuery(settingsQuery(account))
  return (
    <>
      <PageHeader
        title="Settings"
        lead="What holds for the whole account. The command carillon apply changes the same settings."
      />
      {reason !== undefined && (
        <Text size="sm" mb="md">
          {reason}
        </Text>
      )}
      <QueryView query={settings}>
        {(found) => <SettingsForm key={account} found={found} isReadOnly={reason !== undefined} />}
      </QueryView>
    </>
  )
}
