import { Checkbox, Group, MultiSelect, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { useAllGroups } from '../../parts/audience/use-all-groups.js'
import { Panel } from '../../parts/panel.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { formatCount } from '../../parts/text/count.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { OneImport } from './import-words.js'

type Plan = { groups: string[]; onExisting: 'update' | 'keep'; hasConsent: boolean }

/** Typing finds the others. */
const SHOWN_MAX = 100

const UNPLANNED: Plan = { groups: [], onExisting: 'update', hasConsent: false }

/** The last choices before the file is imported, and the check of the whole file. */
export function StartPanel({ imported }: { readonly imported: OneImport }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const { check, start } = useSteps(imported.id)
  const [plan, setPlan] = useState(UNPLANNED)
  const groups = useAllGroups(account)
  const hasNumbers = imported.mapping.columns.includes('phoneNumber')
  const reason = reasonAgainst('editor') ?? (hasNumbers ? undefined : 'Choose the column with the phone numbers first.')
  const isAgreed = plan.groups.length === 0 || plan.hasConsent
  const good = imported.file.rows - (imported.isChecked ? imported.progress.rejected : 0)
  return (
    <Panel title="Import">
      <Stack>
        <MultiSelect
          label="Groups that the contacts join"
          description="They get no message now. A contact that is in no group cannot be texted."
          placeholder={plan.groups.length === 0 ? 'None' : undefined}
          data={groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={plan.groups}
          onChange={(chosen) => setPlan({ ...plan, groups: chosen })}
          limit={SHOWN_MAX}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all groups' }}
          maw={560}
        />
        {plan.groups.length > 0 && (
          <Checkbox
            label="These people have agreed to get the texts of these groups"
            description="Your statement is recorded with your name. Texting people who have not agreed is against the law."
            checked={plan.hasConsent}
            onChange={(event) => setPlan({ ...plan, hasConsent: event.currentTarget.checked })}
          />
        )}
        <Radio.Group
          label="Contacts that exist already"
          value={plan.onExisting}
          onChange={(value) => setPlan({ ...plan, onExisting: value as Plan['onExisting'] })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="update" label="Change them by the file" description="An empty cell changes nothing." />
            <Radio value="keep" label="Keep them as they are" description="They still join the groups." />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          What an import changes cannot be undone together, only contact by contact. People who opted out stay opted
          out.
        </Text>
        {(check.error ?? start.error) && (
          <ErrorMessage error={check.error ?? start.error} title="The import did not start" />
        )}
        <Group>
          <ReasonedButton
            reason={reason ?? (isAgreed ? undefined : 'Confirm first that these people have agreed.')}
            loading={start.isPending}
            onClick={() => start.mutate(plan)}
          >
            {imported.isChecked ? `Import ${formatCount(good)} ${good === 1 ? 'row' : 'rows'}` : 'Start import'}
          </ReasonedButton>
          {imported.isChecked ? (
            <Text size="sm">
              {imported.progress.rejected === 0
                ? 'All rows are good.'
                : `All rows are checked: ${formatCount(imported.progress.rejected)} will be rejected.`}
            </Text>
          ) : (
            <ReasonedButton variant="default" reason={reason} loading={check.isPending} onClick={() => check.mutate()}>
              Check all rows first
            </ReasonedButton>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

function useSteps(importId: string) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const path = { account, importId }
  const onSettled = () => queryClient.invalidateQueries({ queryKey: keyOf('imports', account) })
  const check = useMutation({
    mutationFn: () => call('post', '/accounts/{account}/imports/{importId}/check', { path }),
    onSettled,
  })
  const start = useMutation({
    mutationFn: (body: Plan) => call('post', '/accounts/{account}/imports/{importId}/start', { path, body }),
    onSettled,
  })
  return { check, start }
}
