import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keyOf, read } from '../../../api/read.js'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { Panel } from '../../../parts/panel.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { StatusBadge } from '../../../parts/text/status-badge.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { useRole } from '../../../shell/use-role.js'
import { useAccount } from '../../../shell/use-session.js'
import type { Contact } from '../form/contact-values.js'
import { howOf } from '../../../parts/text/consent-words.js'
import { useDialog } from '../../../parts/use-dialog.js'
import { JoinGroupDialog } from './join-group-dialog.js'

type Row = { readonly id: string; readonly name: string; readonly since: string; readonly isPending: boolean }

/** The groups of a contact: since when, and how the person came to each. */
export function GroupsPanel({ contact }: { readonly contact: Contact }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  const [leaving, setLeaving] = useState<Row | null>(null)
  const rows: readonly Row[] = [
    ...contact.groups.map(({ id, name, optInAt }) => ({ id, name, since: optInAt, isPending: false })),
    ...contact.pendingGroups.map(({ id, name, pendingSince }) => ({ id, name, since: pendingSince, isPending: true })),
  ]
  return (
    <Panel
      title="Groups"
      action={
        <ReasonedButton
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          reason={reasonAgainst('editor')}
          onClick={open}
        >
          Add to a group
        </ReasonedButton>
      }
    >
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          In no group. A contact can be texted only as a member of a group.
        </Text>
      )}
      <Stack gap="sm" component="ul" className="plain-list">
        {rows.map((row) => (
          <MembershipRow key={row.id} row={row} phoneNumber={contact.phoneNumber} onLeave={() => setLeaving(row)} />
        ))}
      </Stack>
      <JoinGroupDialog isOpen={isOpen} onClose={close} contact={contact} />
      <LeaveDialog leaving={leaving} contact={contact} onClose={() => setLeaving(null)} />
    </Panel>
  )
}

type MembershipRowProps = { readonly row: Row; readonly phoneNumber: string; readonly onLeave: () => void }

function MembershipRow({ row: { id, name, since, isPending }, phoneNumber, onLeave }: MembershipRowProps) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const consent = useQuery(
    read('consent', '/accounts/{account}/contacts/by-phone/{phoneNumber}/consent', { path: { account, phoneNumber } }),
  )
  const join = consent.data?.log.find(
    ({ group, action }) => group?.id === id && (action === 'OPT_IN' || action === 'OPT_IN_REQUESTED'),
  )
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Anchor
            size="sm"
            fw={550}
            renderRoot={(props) => <Link {...props} to="/a/$account/groups/$group" params={{ account, group: id }} />}
          >
            {name}
          </Anchor>
          {isPending && <StatusBadge tone="doubtful">Waiting for YES</StatusBadge>}
        </Group>
        <Text size="xs" c="dimmed">
          since <TimeText at={since} />
          {join !== undefined && <> · {howOf(join)}</>}
        </Text>
      </div>
      <ReasonedButton
        variant="subtle"
        color="gray"
        size="compact-sm"
        flex="none"
        reason={reasonAgainst('editor')}
        onClick={onLeave}
        aria-label={`Remove from ${name}`}
      >
        Remove
      </ReasonedButton>
    </Group>
  )
}

type LeaveDialogProps = { readonly leaving: Row | null; readonly contact: Contact; readonly onClose: () => void }

function LeaveDialog({ leaving, contact: { phoneNumber, groups }, onClose }: LeaveDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const isLast = leaving !== null && !leaving.isPending && groups.length === 1
  const leave = async () => {
    await call('delete', '/accounts/{account}/contacts/by-phone/{phoneNumber}/groups/{groupId}', {
      path: { account, phoneNumber, groupId: leaving!.id },
    })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) }),
      queryClient.invalidateQueries({ queryKey: keyOf('consent', account) }),
      queryClient.invalidateQueries({ queryKey: keyOf('groups', account) }),
    ])
  }
  return (
    <ConfirmDialog
      isOpen={leaving !== null}
      onClose={onClose}
      title={`Remove from ${leaving?.name ?? 'the group'}?`}
      confirmLabel="Remove from group"
      keepLabel="Keep in group"
      onConfirm={leave}
    >
      This is no opt-out: the contact can join again.
      {isLast && ' It is the last group of this contact, who cannot be texted until joining one again.'}
    </ConfirmDialog>
  )
}
