import { Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { useAllGroups } from '../../../parts/audience/use-all-groups.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { useAccount } from '../../../shell/use-session.js'
import type { Contact } from '../form/contact-values.js'

/** Typing finds the others. */
const SHOWN_MAX = 100

type Mode = 'CONFIRM' | 'DIRECT' | 'SILENT'

export type JoinGroupDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly contact: Contact
}

export function JoinGroupDialog({ isOpen, onClose, contact }: JoinGroupDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add to a group">
      <JoinGroup contact={contact} onClose={onClose} />
    </Modal>
  )
}

function JoinGroup({ contact, onClose }: Omit<JoinGroupDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode | null>(null)
  const groups = useAllGroups(account)
  const group = groups.data?.find(({ id }) => id === chosen)
  // The group recommends a mode; the person decides.
  const effective = mode ?? (group?.optInType === 'SINGLE' ? 'DIRECT' : 'CONFIRM')
  const join = useMutation({
    mutationFn: (groupId: string) =>
      call('post', '/accounts/{account}/contacts/by-phone/{phoneNumber}/groups/{groupId}', {
        path: { account, phoneNumber: contact.phoneNumber, groupId },
        body: { optInMode: effective },
      }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) }),
        queryClient.invalidateQueries({ queryKey: keyOf('consent', account) }),
        queryClient.invalidateQueries({ queryKey: keyOf('groups', account) }),
      ])
      onClose()
    },
  })
  const joined = new Set(contact.groups.map(({ id }) => id))
  const choices = groups.data?.filter(({ id }) => !joined.has(id)) ?? []
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null && !join.isPending) join.mutate(chosen)
      }}
    >
      <Stack>
        <Select
          label="Group"
          placeholder={choices.length === 0 && groups.data ? 'This contact is in every group' : 'Choose a group'}
          data={choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={setChosen}
          limit={SHOWN_MAX}
          searchable
          required
          data-autofocus
        />
        <Radio.Group label="How the contact joins" value={effective} onChange={(value) => setMode(value as Mode)}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="CONFIRM"
              label="Ask first"
              description="A text asks the person to reply YES. Only then they are a member."
            />
            <Radio
              value="DIRECT"
              label="Join at once"
              description="You have their consent already. The opt-in message of the group is sent, if it has one."
            />
            <Radio value="SILENT" label="Join without a message" description="Only if this account may do that." />
          </Stack>
        </Radio.Group>
        {join.error && <ErrorMessage error={join.error} title={titleOf(join.error)} />}
        {join.error && adviceOn(join.error) !== null && <Text size="sm">{adviceOn(join.error)}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={join.isPending} disabled={chosen === null}>
            {effective === 'CONFIRM' ? 'Send the question' : 'Add to group'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What to do about a refusal of the consent gate, by the code of the error reference. */
const ADVICE: Readonly<Record<number, string>> = {
  33035:
    'Nobody else can undo an opt-out. Ask the person to text START to one of your numbers, or to use the opt-in form of the group.',
  33036: 'Wait for the reply, or remove the contact from the group that is waiting, and try again.',
  33038: 'Ask the operator of this service to allow it for this account, or choose another way to join.',
  33023: 'Ask the operator of this service to grant credits, or choose “Join at once”.',
}

function adviceOn(error: unknown): string | null {
  return error instanceof ApiError && error.code !== null ? (ADVICE[error.code] ?? null) : null
}

function titleOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status < 500 ? 'The contact did not join' : undefined
}
