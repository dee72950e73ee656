import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { titleOf } from '../../parts/text/broadcast-title.js'
import { nameOf } from '../../parts/text/contact-name.js'
import { readableBody } from '../../parts/text/readable-body.js'
import { useAccountOrNull } from '../use-session.js'

export type FoundThing = {
  /** Its page. */
  readonly to: string
  readonly label: string
  readonly description?: string
  readonly group: string
}

const PAUSE_MS = 200
const LENGTH_MIN = 2
const LENGTH_MAX = 200

/** What the account has by this text, once the person pauses in typing. */
export function useFound(typed: string): { readonly found: readonly FoundThing[]; readonly isSearching: boolean } {
  const account = useAccountOrNull()?.id
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = account !== undefined && text.length >= LENGTH_MIN && text.length <= LENGTH_MAX
  const { data, isFetching } = useQuery({
    ...read('search', '/accounts/{account}/search', { path: { account: account ?? '' }, query: { q: text } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return { found: isAsked && data !== undefined ? thingsIn(data) : [], isSearching: isAsked && isFetching }
}

type Found = Result<'/accounts/{account}/search', 'get'>

function thingsIn({ contacts, groups, broadcasts, schedules }: Found): readonly FoundThing[] {
  return [
    ...contacts.map((contact) => ({
      to: `/a/$account/contacts/${encodeURIComponent(contact.phoneNumber)}`,
      label: nameOf(contact) ?? contact.phoneNumber,
      ...(nameOf(contact) !== null && { description: contact.phoneNumber }),
      group: 'Contacts',
    })),
    ...groups.map(({ id, name }) => ({ to: `/a/$account/groups/${id}`, label: name, group: 'Groups' })),
    ...broadcasts.map(({ id, body }) => ({
      to: `/a/$account/broadcasts/${id}`,
      label: titleOf({ id, body }),
      group: 'Broadcasts',
    })),
    ...schedules.map(({ id, body }) => ({
      to: `/a/$account/schedules/${id}`,
      label: readableBody(body),
      group: 'Schedules',
    })),
  ]
}
