import { Box, Button, Code, CopyButton, Group, Text } from '@mantine/core'

/** A command to copy. The key is a placeholder: secrets are shown only once. */
export function CurlBlock({ command }: { readonly command: string }) {
  return (
    <Box>
      <Code block tabIndex={0} role="group" aria-label="Command">
        {command}
      </Code>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed">
          KEY_ID and SECRET stand for an API key of this account.
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
