import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'

/** The secret that signs the requests. Only this response contains it. */
export function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <Alert color="green" title="Copy the secret now" role="status">
      <Stack gap="xs">
        <Text size="sm">
          Your server checks the signature of each request with it, as Standard Webhooks describes. It is not shown
          again.
        </Text>
        <Group gap="xs">
          <Code className="breaking">{secret}</Code>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy secret'}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  )
}
