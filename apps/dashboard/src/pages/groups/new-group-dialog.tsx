import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { useAccount } from '../../shell/use-session.js'
import { GroupForm, NEW_GROUP, type GroupValues } from './group-form.js'
import { useGroupChoices } from './use-group-choices.js'

export type NewGroupDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Creates a group, and opens its page. */
export function NewGroupDialog({ isOpen, onClose }: NewGroupDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New group" size="lg">
      <NewGroup onClose={onClose} />
    </Modal>
  )
}

function NewGroup({ onClose }: { readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const choices = useGroupChoices()
  const create = useMutation({
    mutationFn: (body: GroupValues) => call('post', '/accounts/{account}/groups', { path: { account }, body }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keyOf('groups', account) })
      await queryClient.invalidateQueries({ queryKey: keyOf('tags', account) })
      onClose()
      await navigate({ to: '/a/$account/groups/$group', params: { account, group: id } })
    },
  })
  return (
    <GroupForm
      initialValues={NEW_GROUP}
      {...choices}
      submitLabel="Create group"
      error={create.error}
      isSaving={create.isPending}
      onSubmit={create.mutateAsync}
      onCancel={onClose}
    />
  )
}
