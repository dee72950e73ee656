import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { read } from '../../api/read.js'
import { nameOf } from '../../parts/text/contact-name.js'
import { isE164, plainNumber } from '../../parts/text/plain-number.js'
import { useAccount } from '../../shell/use-session.js'

export type PersonSearchProps = {
  /** The number whose conversations are listed. */
  readonly phone: string | undefined
  readonly onPhone: (phone: string | undefined) => void
}

/** Finds the conversations of a person by a number, or by any field of a contact, of whom one is chosen. */
export function PersonSearch({ phone, onPhone }: PersonSearchProps) {
  const { id: account } = useAccount()
  const [text, setText] = useState(phone ?? '')
  const [asked] = useDebouncedValue(text.trim(), 250)
  const query = { q: asked, limit: 8 }
  const found = useQuery({
    ...read('contacts', '/accounts/{account}/contacts/search', { path: { account }, query }),
    enabled: asked !== '' && asked !== phone,
  })
  const people = (found.data?.results ?? []).map((contact) => ({
    value: contact.phoneNumber,
    label: [nameOf(contact), contact.phoneNumber].filter((part) => part !== null).join(' · '),
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPhone(numberIn(text))
  }
  return (
    <form onSubmit={submit} role="search">
      <Autocomplete
        aria-label="Find a person"
        placeholder="Find by name or number"
        value={text}
        data={people}
        // The service has already compared the text with all fields.
        filter={({ options }) => options}
        onChange={(value) => {
          setText(value)
          if (value === '') onPhone(undefined)
        }}
        onOptionSubmit={onPhone}
        maxLength={200}
        error={
          asked !== '' && text.trim() === asked && isUnknown(found.data) && numberIn(asked) === undefined && NOBODY
        }
      />
    </form>
  )
}

const NOBODY = 'No contact has this in a name, number or field'

function isUnknown(answer: { readonly results: readonly unknown[]; readonly nextCursor: string | null } | undefined) {
  return answer !== undefined && answer.results.length === 0 && answer.nextCursor === null
}

function numberIn(text: string): string | undefined {
  const number = plainNumber(text)
  return isE164(number) ? number : undefined
}
