import { Anchor, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { formatCount } from '../../parts/text/count.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { LinkDialog } from './link-dialogs.js'

export const linksPage = createLazyRoute('/session/a/$account/links')({ component: LinksPage })

type FollowedLink = Result<'/accounts/{account}/links', 'get'>['results'][number]

function LinksPage() {
  const { id: account } = useAccount()
  const { page } = linksPage.useSearch()
  const navigate = linksPage.useNavigate()
  const links = useQuery({
    ...read('links', '/accounts/{account}/links', { path: { account }, query: { page, limit: 50 } }),
    placeholderData: keepPreviousData,
    select: withCursor<FollowedLink>,
  })
  return (
    <>
      <PageHeader
        title="Links"
        lead="Short links of your own domain. In a text, each person gets a link of their own."
        actions={<NewLink label="New link" />}
      />
      <CursorTable
        label="Links"
        columns={COLUMNS}
        query={links}
        rowKey={({ link }) => link}
        empty={<NoLinks />}
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => void navigate({ search: { page: pageOfCursor(cursor) } })}
      />
    </>
  )
}

function NewLink({ label }: { readonly label: string }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('editor')} onClick={open}>
        {label}
      </ReasonedButton>
      <LinkDialog link={null} isOpen={isOpen} onClose={close} />
    </>
  )
}

function NoLinks() {
  return (
    <EmptyState title="No links yet" action={<NewLink label="Register the first link" />}>
      Register a link such as go.example.com/sale, write it into a text, and see who follows it.
    </EmptyState>
  )
}

const COLUMNS: readonly Column<FollowedLink>[] = [
  {
    key: 'link',
    label: 'Link',
    cell: ({ link, target }) => (
      <div>
        <Anchor
          className="row-link breaking"
          size="sm"
          fw={550}
          c="inherit"
          renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/links/$link" params={{ link }} />}
        >
          {link}
        </Anchor>
        <Text size="xs" c="dimmed" lineClamp={1} className="breaking">
          {target}
        </Text>
      </div>
    ),
  },
  {
    key: 'people',
    label: 'Followed by',
    align: 'right',
    width: 120,
    cell: ({ recipients }) => formatCount(recipients),
  },
  { key: 'clicks', label: 'Clicks', align: 'right', width: 100, cell: ({ people }) => formatCount(people) },
  { key: 'bots', label: 'By bots', align: 'right', width: 100, cell: ({ bots }) => formatCount(bots) },
  { key: 'last', label: 'Last click', width: 190, cell: ({ lastClickedAt }) => <TimeText at={lastClickedAt} /> },
]
