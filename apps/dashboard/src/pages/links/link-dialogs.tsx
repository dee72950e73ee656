import { Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { FilterUses } from '../../parts/filter-uses.js'
import { NamedUses } from '../../parts/named-uses.js'
import { ScheduleUses } from '../../parts/schedule-uses.js'
import { formatCount } from '../../parts/text/count.js'
import { useAccount } from '../../shell/use-session.js'
import { LinkForm, type LinkValues } from './link-form.js'

type RegisteredLink = { readonly link: string; readonly target: string }

export type LinkDialogProps = {
  /** Null: a new link. */
  readonly link: RegisteredLink | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function LinkDialog({ link, isOpen, onClose }: LinkDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={link === null ? 'New link' : 'Change link'}>
      <Form link={link} onClose={onClose} />
    </Modal>
  )
}

function Form({ link, onClose }: Omit<LinkDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: LinkValues): Promise<unknown> =>
      link === null
        ? call('post', '/accounts/{account}/tracking-links', { path: { account }, body: values })
        : call('patch', '/accounts/{account}/tracking-links/{link}', {
            path: { account, link: link.link },
            body: { target: values.target },
          }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf('links', account) })
      onClose()
    },
  })
  return (
    <LinkForm
      initialValues={link ?? { link: '', target: '' }}
      isNew={link === null}
      submitLabel={link === null ? 'Register link' : 'Save changes'}
      error={save.error}
      isSaving={save.isPending}
      onSubmit={save.mutateAsync}
      onCancel={onClose}
    />
  )
}

export type RetireLinkDialogProps = { readonly link: string; readonly isOpen: boolean; readonly onClose: () => void }

export function RetireLinkDialog({ link, isOpen, onClose }: RetireLinkDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const path = { account, link }
  const uses = useQuery({
    ...read('links', '/accounts/{account}/tracking-links/{link}/used-by', { path }),
    enabled: isOpen,
  })
  const retire = async () => {
    await call('delete', '/accounts/{account}/tracking-links/{link}', { path })
    await queryClient.invalidateQueries({ queryKey: keyOf('links', account) })
  }
  const sent = uses.data?.sent
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Retire ${link}?`}
      irreversible="Links in texts that were sent lead nowhere from then on, until the link is registered again."
      confirmLabel="Retire link"
      keepLabel="Keep link"
      onConfirm={retire}
    >
      {sent !== undefined && sent > 0 ? `It was sent in ${formatCount(sent)} ${sent === 1 ? 'text' : 'texts'}. ` : ''}
      Its counts are kept.
      {uses.data && uses.data.schedules.totalCount > 0 && ' Schedules have it in their texts:'}
      {uses.data && <ScheduleUses schedules={uses.data.schedules} />}
      {uses.data && uses.data.templates.totalCount > 0 && 'Templates have it in their texts:'}
      {uses.data && <NamedUses noun="template" items={uses.data.templates} />}
      {uses.data && (
        <FilterUses
          filters={uses.data.filters}
          effect="They still find who clicked it before, but cannot be changed without leaving it out."
        />
      )}
    </ConfirmDialog>
  )
}
