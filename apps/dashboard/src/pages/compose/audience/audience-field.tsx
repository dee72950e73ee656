import { SegmentedControl, Stack } from '@mantine/core'
import { memo } from 'react'
import { GroupsField } from '../../../parts/audience/groups-field.js'
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
        <GroupsField account={account} groups={groups} onChange={(chosen) => onChange({ groups: chosen })} />
      ) : (
        <NumbersField numbers={numbers} onChange={onChange} />
      )}
    </Stack>
  )
})
