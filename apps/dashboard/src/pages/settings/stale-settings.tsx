import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { settingName } from './setting-labels.js'
import { shownValue, theirChanges, type Sides } from './their-changes.js'

export type StaleSettingsProps = {
  readonly sides: Sides
  readonly isSaving: boolean
  readonly onTakeTheirs: () => void
  readonly onSaveMine: () => void
}

/** Nothing was saved, because somebody else has changed the settings since the form opened: what, and what now. */
export function StaleSettings({ sides, isSaving, onTakeTheirs, onSaveMine }: StaleSettingsProps) {
  const changes = theirChanges(sides)
  const both = changes.filter(({ isMineToo }) => isMineToo).length
  return (
    <Alert color="orange" role="alert" title="Somebody else has changed the settings meanwhile">
      <Stack gap="sm">
        <Text size="sm">Nothing of yours was saved yet. {changes.length === 0 ? ELSEWHERE : 'They have changed:'}</Text>
        <Stack component="ul" gap="xs" className="plain-list">
          {changes.map(({ name, mine, theirs, isMineToo }) => (
            <li key={name}>
              <Text size="sm" fw={600}>
                {settingName(name)}
              </Text>
              <Text size="sm" className="breaking">
                Theirs: {shownValue(theirs)}
              </Text>
              <Text size="sm" className="breaking">
                {isMineToo ? 'Mine' : 'Here'}: {shownValue(mine)}
              </Text>
            </li>
          ))}
        </Stack>
        <Text size="sm">
          {both === 0
            ? 'You have not changed the same, so nothing of theirs is replaced, whichever button you use.'
            : 'Saving mine replaces theirs where both have changed the same. All other changes stay, of both.'}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button size="compact-sm" variant="default" loading={isSaving} onClick={onSaveMine}>
            Save mine anyway
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const ELSEWHERE = 'What they have changed is not on this page.'
