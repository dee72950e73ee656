import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import { read } from '../../api/read.js'
import { FilterSummary } from '../../parts/filters/filter-summary.js'
import { rowsOf } from '../../parts/filters/language/rows-of-condition.js'
import type { Segment } from '../../parts/filters/use-all-segments.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { QueryView } from '../../parts/state/query-view.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { AllSegments } from './all-segments.js'
import { RemoveSegment } from './remove-segment.js'
import { SegmentCount } from './segment-count.js'
import { SegmentForm } from './segment-form.js'

export const segmentPage = createLazyRoute('/session/a/$account/segments/$segment')({ component: SegmentPage })

function SegmentPage() {
  const { id: account } = useAccount()
  const { segment: segmentId } = segmentPage.useParams()
  const segment = useQuery(
    read('segments', '/accounts/{account}/segments/{segmentId}', { path: { account, segmentId } }),
  )
  const { error } = segment
  return (
    <>
      <AllSegments />
      {error instanceof ApiError && error.status === 404 ? (
        <Unknown />
      ) : (
        <QueryView query={segment}>{(data) => <Known segment={data} />}</QueryView>
      )}
    </>
  )
}

function Known({ segment }: { readonly segment: Segment }) {
  const { id: account } = useAccount()
  const { can } = useRole()
  const { id, name, createdAt, updatedAt } = segment
  return (
    <>
      <PageHeader
        title={name}
        lead={
          <>
            Created <TimeText at={createdAt} format="day" />, changed <TimeText at={updatedAt} />
          </>
        }
        actions={
          <>
            {can('editor') && (
              <Button
                variant="default"
                leftSection={<IconSpeakerphone size={16} />}
                renderRoot={(props) => (
                  <Link {...props} to="/a/$account/compose" params={{ account }} search={{ segment: id }} />
                )}
              >
                Write to them
              </Button>
            )}
            <RemoveSegment id={id} name={name} />
          </>
        }
      />
      {can('editor') ? <Change key={id} segment={segment} /> : <Shown segment={segment} />}
    </>
  )
}

function Change({ segment }: { readonly segment: Segment }) {
  const [values] = useState(() => ({ name: segment.name, filter: rowsOf(segment.filter.contact) }))
  return <SegmentForm segment={segment.id} values={values} unshown={<AsJson segment={segment} />} />
}

/** For people who may only read. */
function Shown({ segment }: { readonly segment: Segment }) {
  const { id: account } = useAccount()
  const { contact } = segment.filter
  return (
    <Panel title="Who is in it">
      <Stack gap="md">
        {rowsOf(contact) === null ? (
          <AsJson segment={segment} />
        ) : (
          <FilterSummary account={account} condition={contact} />
        )}
        <Group>
          <SegmentCount segment={segment} />
        </Group>
      </Stack>
    </Panel>
  )
}

/** A filter that the builder does not know, so that nobody loses a part of it. */
function AsJson({ segment }: { readonly segment: Segment }) {
  return (
    <Stack gap="xs">
      <Text size="sm">This filter was made by the API, and can only be changed there.</Text>
      <Code block tabIndex={0} aria-label="The filter as JSON">
        {JSON.stringify(segment.filter, null, 2)}
      </Code>
    </Stack>
  )
}

/** Also after it was removed, when a page of the browser's history leads here. */
function Unknown() {
  return (
    <>
      <PageHeader title="No such segment" />
      <EmptyState title="There is no such segment">It may have been removed.</EmptyState>
    </>
  )
}
