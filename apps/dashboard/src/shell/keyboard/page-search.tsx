import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useEffect } from 'react'
import type { PageEntry } from '../page-entry.js'

type PageSearchProps = { readonly pages: readonly PageEntry[]; readonly onOpen: (page: PageEntry) => void }

/** Finds pages by name. */
export function PageSearch({ pages, onOpen }: PageSearchProps) {
  // The first press of the key loaded this file, so it opens itself.
  useEffect(() => spotlight.open(), [])
  const actions = pages.map((page) => ({
    id: page.to,
    label: page.label,
    group: page.section,
    keywords: page.words,
    leftSection: <page.icon size={18} />,
    onClick: () => onOpen(page),
  }))
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      nothingFound="No page has this name."
      highlightQuery
      attributes={{ content: { 'aria-label': 'Go to a page' } }}
      searchProps={{ placeholder: 'Go to a page', 'aria-label': 'Go to a page' }}
    />
  )
}
