import { Alert, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { Panel } from '../../parts/panel.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'
import { isUnfinished, type OneImport } from './import-words.js'

/** How far a worker is, or how the import ended. */
export function ImportProgress({ imported }: { readonly imported: OneImport }) {
  const { status, file, progress, failure, startedAt, endedAt } = imported
  const percent = file.rows === 0 ? 0 : Math.floor((100 * progress.rows) / file.rows)
  return (
    <Panel title={TITLES[status]}>
      <Stack gap="md">
        {isUnfinished(status) && (
          <>
            <Progress.Root size="lg">
              <Progress.Section value={percent} aria-label="Rows done" />
            </Progress.Root>
            <Text size="sm" c="dimmed" className="digits" role="status">
              {formatCount(progress.rows)} of {formatCount(file.rows)} rows, {percent} %. It goes on if you leave this
              page.
            </Text>
          </>
        )}
        {failure !== undefined && (
          <Alert color="red" title="The import could not go on">
            {failure}
          </Alert>
        )}
        {status !== 'uploading' && (
          <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} component="dl" m={0}>
            {COUNTS.filter(({ name }) => status !== 'checking' || name === 'rejected').map(({ name, label }) => (
              <div key={name}>
                <Text component="dt" size="sm" c="dimmed">
                  {label}
                </Text>
                <Text component="dd" m={0} fz="xl" fw={650} className="digits">
                  {formatCount(progress[name])}
                </Text>
              </div>
            ))}
          </SimpleGrid>
        )}
        {startedAt !== undefined && (
          <Text size="sm" c="dimmed">
            Started <TimeText at={startedAt} />
            {endedAt !== undefined && (
              <>
                , ended <TimeText at={endedAt} />
              </>
            )}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

const TITLES: Readonly<Record<OneImport['status'], string>> = {
  uploading: 'The file is arriving',
  ready: 'Ready',
  checking: 'Every row is being checked',
  running: 'The contacts are being imported',
  completed: 'The file was imported',
  canceled: 'The import was canceled',
  failed: 'The import failed',
}

const COUNTS = [
  { name: 'created', label: 'Created' },
  { name: 'updated', label: 'Changed' },
  { name: 'unchanged', label: 'As before' },
  { name: 'joined', label: 'Joined a group' },
  { name: 'rejected', label: 'Rejected' },
] as const
