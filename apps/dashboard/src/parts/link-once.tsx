import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { TimeText } from './time/time-text.js'

export type LinkOnceProps = {
  /** As the service gives it: from the root of the service. */
  readonly path: string
  readonly expiresAt: string
  readonly email: string
}

/** A one-time link, which is shown only now. */
export function LinkOnce({ path, expiresAt, email }: LinkOnceProps) {
  const url = new URL(path, location.origin).href
  return (
    <Alert color="green" role="status" title="Copy the link now">
      <Stack gap="xs">
        <Text size="sm">
          Give it to {email}. It works once, until <TimeText at={expiresAt} />, and cannot be shown again.
        </Text>
        <Code block className="breaking">
          {url}
        </Code>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  )
}
