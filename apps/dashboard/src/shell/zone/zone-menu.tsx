import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconWorld } from '@tabler/icons-react'
import { offsetOf, placeOf } from '../../parts/time/time-format.js'
import type { Zone } from '../../parts/time/zone.js'
import { useZoneChoice } from './use-zone-choice.js'

/** Says in which zone times are shown, and changes it. */
export function ZoneMenu() {
  const { zone, viewer, ofAccount, choose } = useZoneChoice()
  const shown = `${placeOf(zone.name)}, ${offsetOf(zone.name)}`
  const options = [viewer, ...(ofAccount === null ? [] : [ofAccount])]
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconWorld size={16} />}
          aria-label={`${shown}: times are shown in ${WHOSE[zone.of]}`}
        >
          {/* On a phone, the name of the account needs the room. */}
          <Text span inherit visibleFrom="xs" mr="0.25em">
            {placeOf(zone.name)},
          </Text>
          {offsetOf(zone.name)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Times are shown in the zone of</Menu.Label>
        {options.map((option) => (
          <Option key={option.of} option={option} isChosen={option.of === zone.of} onChoose={choose} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const WHOSE: Readonly<Record<Zone['of'], string>> = { viewer: 'your zone', account: 'the zone of the account' }

type OptionProps = {
  readonly option: Zone
  readonly isChosen: boolean
  readonly onChoose: (of: Zone['of']) => void
}

function Option({ option: { of, name }, isChosen, onChoose }: OptionProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      leftSection={isChosen ? <IconCheck size={16} /> : <IconWorld size={16} opacity={0} />}
      onClick={() => onChoose(of)}
    >
      {of === 'viewer' ? 'You' : 'The account'}: {name}
    </Menu.Item>
  )
}
