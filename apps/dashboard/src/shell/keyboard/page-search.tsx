import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useEffect, useState } from 'react'
import type { PageEntry } from '../page-entry.js'
import { useFound } from './use-found.js'

type PageSearchProps = {
  readonly pages: readonly PageEntry[]
  readonly onOpen: (page: Pick<PageEntry, 'to'>) => void
}

/** Finds pages by name, and the account's contacts, groups, broadcasts and schedules by text. */
export function PageSearch({ pages, onOpen }: PageSearchProps) {
  const [text, setText] = useState('')
  const { found, isSearching } = useFound(text)
  // The first press of the key loaded this file, so it opens itself.
  useEffect(() => spotlight.open(), [])
  const words = text.trim().toLowerCase()
  const actions = [
    ...pages
      .filter(({ label, words: more = '' }) => `${label} ${more}`.toLowerCase().includes(words))
      .map((page) => ({
        id: page.to,
        label: page.label,
        group: page.section,
        leftSection: <page.icon size={18} />,
        onClick: () => onOpen(page),
      })),
    ...found.map(({ to, label, description, group }) => ({
      id: to,
      label,
      description,
      group,
      onClick: () => onOpen({ to }),
    })),
  ]
  return (
    <Spotlight
      actions={actions}
      filter={(_, all) => all}
      query={text}
      onQueryChange={setText}
      shortcut="mod + K"
      nothingFound={isSearching ? 'Searching…' : 'Nothing has this name or text.'}
      highlightQuery
      // Without a graphics card, a blurred page takes longer to draw than anything else here.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 0 }}
      scrollable
      maxHeight={480}
      attributes={{ content: { 'aria-label': 'Find' } }}
      searchProps={{ placeholder: 'Find a page, contact, group, broadcast or schedule', 'aria-label': 'Find' }}
    />
  )
}
