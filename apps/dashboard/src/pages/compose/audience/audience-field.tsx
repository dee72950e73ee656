import { Box, SegmentedControl, Stack } from '@mantine/core'
import { memo } from 'react'
import { GroupsField } from '../../../parts/audience/groups-field.js'
import { FilterField } from '../../../parts/filters/filter-field.js'
import type { Changes, Composition } from '../composition.js'
import { NumbersField } from './numbers-field.js'

export type AudienceFieldProps = Pick<Composition, 'to' | 'groups' | 'filter' | 'numbers'> & {
  readonly account: string
  /** Whether what is still to choose is said. */
  readonly isMissingShown: boolean
  readonly onChange: (changes: Changes) => void
}

/** Who gets the text. */
export const AudienceField = memo(function AudienceField({
  account,
  to,
  groups,
  filter,
  numbers,
  isMissingShown,
  onChange,
}: AudienceFieldProps) {
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="To"
        data={[
          { value: 'groups', label: 'Groups' },
          { value: 'filter', label: <FilterLabel /> },
          { value: 'numbers', label: 'Numbers' },
        ]}
        value={to}
        onChange={(value) => onChange({ to: value as Composition['to'] })}
        fullWidth
      />
      {to === 'groups' && (
        <GroupsField account={account} groups={groups} onChange={(chosen) => onChange({ groups: chosen })} />
      )}
      {to === 'filter' && (
        <FilterField
          account={account}
          choice={filter}
          isMissingShown={isMissingShown}
          onChange={(change) => onChange({ filter: change(filter) })}
        />
      )}
      {to === 'numbers' && <NumbersField numbers={numbers} onChange={onChange} />}
    </Stack>
  )
})

/** Shorter where three choices have little room. */
function FilterLabel() {
  return (
    <>
      Segment
      <Box component="span" visibleFrom="xs">
        {' or filter'}
      </Box>
    </>
  )
}
