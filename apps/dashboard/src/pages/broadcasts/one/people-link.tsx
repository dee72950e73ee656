import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { afterPaint } from '../../../parts/after-paint.js'
import type { BroadcastSearch } from '../broadcast-search.js'

export type PeopleLinkProps = AnchorProps & {
  readonly account: string
  readonly id: string
  /** Which people. */
  readonly search: BroadcastSearch
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/** Leads from a number or a name to the people behind it, in a list on the same page. */
export function PeopleLink({ account, id, search, ...anchor }: PeopleLinkProps) {
  const navigate = useNavigate()
  const target = {
    to: '/a/$account/broadcasts/$broadcast',
    params: { account, broadcast: id },
    search,
    resetScroll: false,
  } as const
  const open = (event: MouseEvent) => {
    // With these keys, the browser opens another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    afterPaint(() => void navigate(target))
  }
  return <Anchor {...anchor} renderRoot={(props) => <Link {...props} {...target} preload={false} onClick={open} />} />
}
