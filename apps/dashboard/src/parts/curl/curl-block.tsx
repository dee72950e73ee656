import { Box, Button, Code, CopyButton, Group, Text } from '@mantine/core'

export type CurlBlockProps = {
  readonly command: string
  /** What to know about the command. */
  readonly note?: string
}

/** A command to copy. */
export function CurlBlock({ command, note = PLACEHOLDER_NOTE }: CurlBlockProps) {
  return (
    <Box>
      <Code block tabIndex={0} role="group" aria-label="Command">
        {command}
      </Code>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Box>
  )
}

const PLACEHOLDER_NOTE = 'KEY_ID and SECRET stand for an API key of this account.'
