import { Anchor, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { DayChart } from '../../parts/charts/day-chart.js'
import { DaysControl } from '../../parts/days-control.js'
import type { Days } from '../../parts/days-search.js'
import { Facts } from '../../parts/facts.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { formatCount } from '../../parts/text/count.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { LinkDialog, RetireLinkDialog } from './link-dialogs.js'

export const linkPage = createLazyRoute('/session/a/$account/links/$link')({ component: LinkPage })

function LinkPage() {
  const { id: account } = useAccount()
  const { link } = linkPage.useParams()
  const { days = 30 } = linkPage.useSearch()
  const stats = useQuery({
    ...read('links', '/accounts/{account}/links/{link}/clicks', { path: { account, link }, query: spanOf(days) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/links" params={{ account }} />}>
        All links
      </Anchor>
      <QueryView query={stats}>
        {({ target, ...clicks }) => (
          <>
            <PageHeader
              title={link}
              lead={
                target === undefined ? (
                  'Retired: it leads nowhere any more. Its counts are kept.'
                ) : (
                  <>
                    leads to{' '}
                    <Anchor href={target} target="_blank" rel="noreferrer" className="breaking">
                      {target}
                    </Anchor>
                  </>
                )
              }
              actions={target !== undefined && <LinkActions link={link} target={target} />}
            />
            <Stack gap="lg">
              <Clicks clicks={clicks} days={days} />
              <Panel title="People who followed it">
                <Followers />
              </Panel>
            </Stack>
          </>
        )}
      </QueryView>
    </>
  )
}

function LinkActions({ link, target }: { readonly link: string; readonly target: string }) {
  const { reasonAgainst } = useRole()
  const [isChanging, changing] = useDialog()
  const [isRetiring, retiring] = useDialog()
  return (
    <>
      <ReasonedButton variant="default" reason={reasonAgainst('editor')} onClick={changing.open}>
        Change
      </ReasonedButton>
      <ReasonedButton variant="default" reason={reasonAgainst('admin')} onClick={retiring.open}>
        Retire
      </ReasonedButton>
      <LinkDialog link={{ link, target }} isOpen={isChanging} onClose={changing.close} />
      <RetireLinkDialog link={link} isOpen={isRetiring} onClose={retiring.close} />
    </>
  )
}

type Stats = Result<'/accounts/{account}/links/{link}/clicks', 'get'>

function Clicks({ clicks, days }: { readonly clicks: Pick<Stats, 'sent' | 'totals' | 'days'>; readonly days: Days }) {
  const navigate = linkPage.useNavigate()
  const { sent, totals } = clicks
  return (
    <Panel
      title="Clicks by day"
      action={<DaysControl days={days} onChange={(search) => void navigate({ search, resetScroll: false })} />}
    >
      <Group align="flex-start" gap="xl">
        <Facts
          facts={[
            ['Sent', formatCount(sent)],
            ['Followed by', `${formatCount(totals.recipients)} ${totals.recipients === 1 ? 'person' : 'people'}`],
            ['Clicks by people', formatCount(totals.people)],
            ['Clicks by bots', formatCount(totals.bots)],
            ['Repeats', formatCount(totals.repeats)],
            ['First click', totals.firstClickedAt && <TimeText at={totals.firstClickedAt} />],
            ['Last click', totals.lastClickedAt && <TimeText at={totals.lastClickedAt} />],
          ]}
        />
        <Stack flex="1 1 320px" gap={4} miw={0}>
          <DayChart
            label="Clicks by day"
            days={clicks.days}
            series={[
              { name: 'people', label: 'People', tone: 'active' },
              { name: 'bots', label: 'Bots', tone: 'neutral' },
            ]}
          />
          <Text size="xs" c="dimmed">
            Days are in UTC. Bots are programs that open links to preview or check them.
          </Text>
        </Stack>
      </Group>
    </Panel>
  )
}

const DAY_MS = 86_400_000

/** The last days including today, in UTC as the service counts them. */
function spanOf(days: number): { from: string; to: string } {
  const today = Date.now()
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: dayAt(today - (days - 1) * DAY_MS), to: dayAt(today) }
}

type Follower = Result<'/accounts/{account}/links/{link}/recipients', 'get'>['results'][number]

function Followers() {
  const { id: account } = useAccount()
  const { link } = linkPage.useParams()
  const { page, ...search } = linkPage.useSearch()
  const navigate = linkPage.useNavigate()
  const followers = useQuery({
    ...read('links', '/accounts/{account}/links/{link}/recipients', { path: { account, link }, query: { page } }),
    placeholderData: keepPreviousData,
    select: withCursor<Follower>,
  })
  return (
    <CursorTable
      label="People who followed the link"
      columns={FOLLOWERS}
      query={followers}
      rowKey={({ messageId }) => messageId}
      empty={
        <Text size="sm" c="dimmed">
          Nobody has followed this link in a text yet.
        </Text>
      }
      cursor={cursorOfPage(page)}
      onCursor={(cursor) => void navigate({ search: { ...search, page: pageOfCursor(cursor) }, resetScroll: false })}
    />
  )
}

const FOLLOWERS: readonly Column<Follower>[] = [
  {
    key: 'to',
    label: 'Number',
    cell: ({ to }) =>
      to === undefined || to === 'erased' ? (
        'Erased'
      ) : (
        <Anchor
          className="row-link"
          size="sm"
          fw={550}
          c="inherit"
          renderRoot={(props) => (
            <Link {...props} from="/a/$account" to="/a/$account/contacts/$phone" params={{ phone: to }} />
          )}
        >
          <PhoneText number={to} />
        </Anchor>
      ),
  },
  { key: 'people', label: 'Clicks', align: 'right', width: 90, cell: ({ people }) => formatCount(people) },
  { key: 'first', label: 'First click', cell: ({ firstClickedAt }) => <TimeText at={firstClickedAt} />, width: 200 },
  { key: 'last', label: 'Last click', cell: ({ lastClickedAt }) => <TimeText at={lastClickedAt} />, width: 200 },
]
