import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useTyped } from './use-typed.js'

export type SearchFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** What is searched, for those who cannot see the page: "Search contacts". */
  readonly label: string
  /** The text in the URL. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** A search that follows the typing after a short pause. */
export function SearchField({ label, text, onText, ...props }: SearchFieldProps) {
  const { typed, type } = useTyped(text, onText)
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon variant="subtle" color="gray" aria-label="Clear the search" onClick={() => type('')}>
            <IconX size={14} />
          </ActionIcon>
        )
      }
      maxLength={200}
      {...props}
      label={undefined}
      aria-label={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
