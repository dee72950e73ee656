import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { FilterUses } from '../../parts/filter-uses.js'
import { NamedUses } from '../../parts/named-uses.js'
import { ScheduleUses } from '../../parts/schedule-uses.js'
import { formatCount } from '../../parts/text/count.js'
import { useAccount } from '../../shell/use-session.js'
import type { Field } from './field-dialog.js'

export type DeleteFieldDialogProps = {
  readonly field: Field | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Says what is lost: values of contacts, the merge tag in schedules and templates, languages of templates, and conditions of filters. */
export function DeleteFieldDialog({ field, isOpen, onClose }: DeleteFieldDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const uses = useQuery({
    ...read('fields', '/accounts/{account}/custom-fields/{fieldKey}/used-by', {
      path: { account, fieldKey: field?.key ?? '' },
    }),
    enabled: isOpen && field !== null,
  })
  const remove = async () => {
    await call('delete', '/accounts/{account}/custom-fields/{fieldKey}', { path: { account, fieldKey: field!.key } })
    await queryClient.invalidateQueries({ queryKey: keyOf('fields', account) })
    await queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) })
  }
  const contacts = uses.data?.contacts
  return (
    <ConfirmDialog
      isOpen={isOpen && field !== null}
      onClose={onClose}
      title={`Delete ${field?.label ?? 'the field'}?`}
      irreversible="The values of all contacts are deleted, which cannot be undone. To only hide the field, change it and switch it off."
      typed={
        contacts !== undefined && contacts > 0 && field !== null
          ? { label: `Type ${field.label} to delete it`, text: field.label }
          : undefined
      }
      confirmLabel="Delete field"
      keepLabel="Keep field"
      onConfirm={remove}
    >
      {contacts === undefined
        ? 'Counting the contacts with a value…'
        : contacts === 0
          ? 'No contact has a value.'
          : `${contacts === 1 ? '1 contact has' : `${formatCount(contacts)} contacts have`} a value.`}{' '}
      {uses.data && uses.data.schedules.totalCount > 0 && 'In these schedules, its merge tag will be empty:'}
      {uses.data && <ScheduleUses schedules={uses.data.schedules} />}
      {uses.data && uses.data.templates.mergeTag.totalCount > 0 && (
        <Stack gap={4} mt="sm">
          <Text size="sm">In these templates, its merge tag will be empty:</Text>
          <NamedUses noun="template" items={uses.data.templates.mergeTag} />
        </Stack>
      )}
      {uses.data && uses.data.templates.language.totalCount > 0 && (
        <Stack gap={4} mt="sm">
          <Text size="sm">It chooses the language of these templates. Everybody will get their default text:</Text>
          <NamedUses noun="template" items={uses.data.templates.language} />
        </Stack>
      )}
      {uses.data && (
        <FilterUses filters={uses.data.filters} effect="With the field deleted, its conditions hold for nobody." />
      )}
    </ConfirmDialog>
  )
}
