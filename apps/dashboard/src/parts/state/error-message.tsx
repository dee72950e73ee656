import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { ApiError, OfflineError } from '../../api/api-error.js'

export type ErrorMessageProps = {
  readonly error: unknown
  /** What could not be done, for example "The contact was not saved". */
  readonly title?: string
  readonly onRetry?: () => void
}

/** An error in words: what happened, what to do, and what identifies it for those who help. */
export function ErrorMessage({ error, title, onRetry }: ErrorMessageProps) {
  const code = error instanceof ApiError ? error.code : null
  return (
    <Alert color="red" role="alert" title={title ?? titleOf(error)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{textOf(error)}</Text>
        {error instanceof ApiError && (code !== null || error.requestId !== null) && (
          <Group gap="md">
            {code !== null && error.moreInfo !== null && (
              <Anchor href={error.moreInfo} size="sm" target="_blank" rel="noreferrer">
                About error {code}
              </Anchor>
            )}
            {error.requestId !== null && (
              <Text size="xs" c="dimmed">
                Request {error.requestId}
              </Text>
            )}
          </Group>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function titleOf(error: unknown): string {
  if (error instanceof OfflineError) return 'No connection'
  if (!(error instanceof ApiError)) return 'This page has a fault'
  if (error.status === 403) return 'Your role does not allow this'
  if (error.status === 404) return 'Not found'
  if (error.status === 429) return 'Too many requests'
  return error.status >= 500 ? 'The service has a problem' : 'The service refused this'
}

function textOf(error: unknown): string {
  if (error instanceof OfflineError) return error.message
  if (!(error instanceof ApiError)) {
    return 'Reload the page. If that does not help, tell the people who run this service what you did.'
  }
  const wait = error.retryAfterSeconds === null ? '' : ` Try again in ${waitOf(error.retryAfterSeconds)}.`
  return `${error.message.replace(/[.]?$/, '.')}${wait}`
}

/** A duration as people say it. */
function waitOf(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
