import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { useAccount } from '../../shell/use-session.js'

/** What the form of a group offers: the numbers of the account, and the tags that there are. */
export function useGroupChoices() {
  const { id: account } = useAccount()
  const numbers = useQuery(read('numbers', '/accounts/{account}/numbers', { path: { account } }))
  const tags = useQuery(read('tags', '/accounts/{account}/tags', { path: { account } }))
  return {
    numbers: numbers.data?.results.map(({ number }) => number) ?? [],
    tags: tags.data?.results.map(({ name }) => name) ?? [],
  }
}
