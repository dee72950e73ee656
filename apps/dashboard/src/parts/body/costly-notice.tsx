import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { formatCount } from '../text/count.js'
import { costlyCharacters, plainText, type CostlyCharacter } from './costly-characters.js'

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
  const canReplace = costly.some(({ plain }) => plain !== null)
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
        {canReplace && (
          <Button size="compact-sm" variant="default" w="fit-content" onClick={() => onChange(plainText(text))}>
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
      aria-label={`Show ${visible(character)} in the text`}
      onClick={() => onShow(position, position + character.length)}
    >
      {visible(character)}
      {count > 1 && ` × ${formatCount(count)}`}
    </Button>
  )
}

/** Spaces and joiners cannot be seen: a name or their code point stands for them. */
function visible(character: string): string {
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return character
  return NAMES[character] ?? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'space that does not break',
  '\u202f': 'narrow space',
  '\u200b': 'invisible space',
  '\u200d': 'invisible joiner',
  '\ufe0f': 'invisible emoji selector',
  '\t': 'tab',
}
