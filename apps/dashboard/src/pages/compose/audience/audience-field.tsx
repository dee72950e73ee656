import { Anchor, MultiSelect, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { formatCount } from '../../../parts/text/count.js'
import type { Changes, Composition } from '../composition.js'
import { NumbersField } from './numbers-field.js'

export type AudienceFieldProps = Pick<Composition, 'to' | 'groups' | 'numbers'> & {
  readonly account: string
  readonly onChange: (changes: Changes) => void
}

/** Who gets the text. */
export const AudienceField = memo(function AudienceField({
  account,
  to,
  groups,
  numbers,
  onChange,
}: AudienceFieldProps) {
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="To"
        data={[
          { value: 'groups', label: 'Groups' },
          { value: 'numbers', label: 'Numbers' },
        ]}
        value={to}
        onChange={(value) => onChange({ to: value as Composition['to'] })}
        fullWidth
      />
      {to === 'groups' ? (
        <GroupsField account={account} groups={groups} onChange={onChange} />
      ) : (
        <NumbersField numbers={numbers} onChange={onChange} />
      )}
    </Stack>
  )
})

type GroupsFieldProps = Pick<AudienceFieldProps, 'account' | 'groups' | 'onChange'>

function GroupsField({ account, groups, onChange }: GroupsFieldProps) {
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
      onChange={(chosen) => onChange({ groups: chosen })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear groups' }}
      hidePickedOptions
      maxValues={100}
      limit={100}
      disabled={all.data === undefined}
      nothingFoundMessage={
        options.length === 0 ? (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/groups" params={{ account }} />}>
            This account has no groups yet. Create one.
          </Anchor>
        ) : (
          'No group has this name.'
        )
      }
    />
  )
}

const PER_PAGE = 100
/** More groups than these can be found by their names on the page of groups only. */
const PAGES_MAX = 20

/** All groups: a picker searches by what it has. */
export function useAllGroups(account: string) {
  return useQuery({
    queryKey: [...keyOf('groups', account), 'all'],
    queryFn: async ({ signal }) => {
      const groups = []
      for (let page = 1; page <= PAGES_MAX; page++) {
        const found = await call('get', '/accounts/{account}/groups', {
          path: { account },
          query: { page, limit: PER_PAGE },
          signal,
        })
        groups.push(...found.results)
        if (groups.length >= found.totalCount) break
      }
      return groups
    },
  })
}
