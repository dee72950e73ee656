import { Modal } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { FilterUses, type UsingSegments } from '../../parts/filter-uses.js'
import { formatCount } from '../../parts/text/count.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { GroupForm, type GroupValues } from './group-form.js'
import { groupChangesOf, groupSettingsQuery, groupValuesOf } from './group-settings.js'
import { useGroupChoices } from './use-group-choices.js'

export type GroupActionsProps = { readonly id: string; readonly name: string }

export function GroupActions({ id, name }: GroupActionsProps) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [isChanging, changing] = useDialog()
  const [isRetiring, retiring] = useDialog()
  const uses = useQuery(
    read('groups', '/accounts/{account}/groups/{groupId}/used-by', { path: { account, groupId: id } }),
  )
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconPencil size={16} />}
        reason={reasonAgainst('editor')}
        onClick={changing.open}
      >
        Change
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        leftSection={<IconArchive size={16} />}
        reason={reasonAgainst('editor') ?? (uses.data && inUse(uses.data))}
        onClick={retiring.open}
      >
        Retire
      </ReasonedButton>
      <Modal opened={isChanging} onClose={changing.close} title="Change group" size="lg">
        <ChangeGroup id={id} onClose={changing.close} />
      </Modal>
      <RetireDialog id={id} name={name} segments={uses.data?.segments} isOpen={isRetiring} onClose={retiring.close} />
    </>
  )
}

type Uses = {
  readonly members: { readonly active: number; readonly pending: number }
  readonly schedules: { readonly totalCount: number }
  readonly frequencyCaps?: readonly unknown[]
  readonly sendingWindows?: readonly unknown[]
}

/** Why a group cannot be retired yet. */
function inUse({ members, schedules, frequencyCaps = [], sendingWindows = [] }: Uses): string | undefined {
  const people = members.active + members.pending
  if (people > 0)
    return `${formatCount(people)} ${people === 1 ? 'person is' : 'people are'} in this group: remove them first.`
  if (schedules.totalCount > 0) return 'Schedules send to this group: change or delete them first.'
  if (frequencyCaps.length > 0) return 'A frequency cap of the settings names this group: change it first.'
  if (sendingWindows.length > 0) return 'A sending window of the settings names this group: change it first.'
  return undefined
}

function ChangeGroup({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const choices = useGroupChoices()
  const { data } = useQuery(groupSettingsQuery(account, id))
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf('groups', account) }),
      queryClient.invalidateQueries({ queryKey: keyOf('tags', account) }),
    ])
  const save = useMutation({
    mutationFn: (values: GroupValues) =>
      call('patch', '/accounts/{account}/groups/{groupId}', {
        path: { account, groupId: id },
        body: groupChangesOf(groupValuesOf(data!.settings), values),
        headers: { 'If-Match': data!.etag },
      }),
    onSettled: refresh,
    onSuccess: onClose,
  })
  if (data === undefined) return null
  return (
    <GroupForm
      initialValues={groupValuesOf(data.settings)}
      {...choices}
      submitLabel="Save changes"
      error={save.error}
      isSaving={save.isPending}
      onSubmit={save.mutateAsync}
      onCancel={onClose}
    />
  )
}

type RetireDialogProps = GroupActionsProps & {
  readonly segments: UsingSegments | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

function RetireDialog({ id, name, segments, isOpen, onClose }: RetireDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const retire = async () => {
    await call('delete', '/accounts/{account}/groups/{groupId}', { path: { account, groupId: id } })
    await navigate({ to: '/a/$account/groups', params: { account } })
    await queryClient.invalidateQueries({ queryKey: keyOf('groups', account) })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Retire ${name}?`}
      irreversible="A retired group does not come back. A new group with this name is another group."
      confirmLabel="Retire group"
      keepLabel="Keep group"
      onConfirm={retire}
    >
      The group and its opt-in form disappear. Its name stays in the history of consent.
      {segments && <FilterUses filters={{ segments }} effect="For these, nobody is in the group from then on." />}
    </ConfirmDialog>
  )
}
