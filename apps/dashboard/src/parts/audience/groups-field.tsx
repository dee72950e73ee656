import { MultiSelect } from '@mantine/core'
import { ErrorMessage } from '../state/error-message.js'
import { formatCount } from '../text/count.js'
import { useAllGroups } from './use-all-groups.js'

export type GroupsFieldProps = {
  readonly account: string
  readonly groups: readonly string[]
  readonly onChange: (groups: readonly string[]) => void
  readonly error?: string | undefined
}

/** Chooses groups by their names. */

export function GroupsField({ account, groups, onChange, error }: GroupsFieldProps) {
  const all = useAllGroups(account)
  if (all.error) return <ErrorMessage error={all.error} onRetry={() => void all.refetch()} />
  const options = (all.data ?? []).map(({ id, name, contactCount }) => ({
    value: id,
    label: `${name} · ${formatCount(contactCount)} ${contactCount === 1 ? 'member' : 'members'}`,
  }))
  const known = groups.filter((id) => options.some(({ value }) => value === id))
  return (
    <MultiSelect
      label="Groups"
      description="Everybody who is a member of at least one of them, once each."
      placeholder={known.length === 0 ? 'Choose groups' : undefined}
      data={options}
      value={known}
      onChange={onChange}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear groups' }}
      hidePickedOptions
      maxValues={100}
      limit={100}
      disabled={all.data === undefined}
      nothingFoundMessage={
        options.length === 0
          ? 'This account has no groups yet. Create one on the page Groups.'
          : 'No group has this name.'
      }
    />
  )
}
