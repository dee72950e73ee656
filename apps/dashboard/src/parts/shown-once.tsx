import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export type ShownOnceProps = {
  /** "link", for example. */
  readonly what: string
  readonly value: string
  /** What it is for, in a sentence or two. */
  readonly children: ReactNode
}

/** A secret that only this response contains. */
export function ShownOnce({ what, value, children }: ShownOnceProps) {
  return (
    <Alert color="green" role="status" title={`Copy the ${what} now`}>
      <Stack gap="xs">
        <Text size="sm">{children}</Text>
        <Code block className="breaking">
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" w="fit-content" onClick={copy}>
              {copied ? 'Copied' : `Copy ${what}`}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  )
}
