import { plainTextOf } from '@carillon/core/smart-encoding'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { formatCount } from '../text/count.js'
import { costlyCharacters, type CostlyCharacter } from './costly-characters.js'
import { visibleName } from './visible-name.js'

export type CostlyNoticeProps = {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Selects a character in the text field. */
  readonly onShow: (start: number, end: number) => void
}

const SHOWN_MAX = 5

/** Which characters make the text UCS-2, where they are, and what could stand in their place. */
export function CostlyNotice({ text, onChange, onShow }: CostlyNoticeProps) {
  const costly = costlyCharacters(text)
  if (costly.length === 0) return null
  const plain = plainTextOf(text)
  return (
    <Paper
      bg="var(--doubtful-surface)"
      radius="md"
      p="sm"
      mt="sm"
      role="group"
      aria-label="Characters that make the text longer"
    >
      <Stack gap={6}>
        <Group gap={6}>
          <Text size="sm">
            {costly.length === 1 ? 'This character makes' : 'These characters make'} the text UCS-2: 70 characters a
            segment in place of 160.
          </Text>
          {costly.slice(0, SHOWN_MAX).map((one) => (
            <ShowButton key={one.character} one={one} onShow={onShow} />
          ))}
          {costly.length > SHOWN_MAX && <Text size="sm">and {formatCount(costly.length - SHOWN_MAX)} more</Text>}
        </Group>
        {plain !== text && (
          <Button size="compact-sm" variant="default" w="fit-content" onClick={() => onChange(plain)}>
            Use plain characters
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function ShowButton({ one, onShow }: { readonly one: CostlyCharacter; readonly onShow: CostlyNoticeProps['onShow'] }) {
  const { character, count, position } = one
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Show ${visibleName(character)} in the text`}
      onClick={() => onShow(position, position + character.length)}
    >
      {visibleName(character)}
      {count > 1 && ` × ${formatCount(count)}`}
    </Button>
  )
}
