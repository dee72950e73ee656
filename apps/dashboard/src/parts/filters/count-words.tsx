import { Text } from '@mantine/core'
import { formatCount } from '../text/count.js'

export type CountWordsProps = { readonly contacts: number; readonly messageable: number }

/** How many contacts a filter finds: "1,234 contacts, 1,100 may be texted". */
export function CountWords({ contacts, messageable }: CountWordsProps) {
  return (
    <Text span size="sm" className="digits">
      <Text span inherit fw={650}>
        {formatCount(contacts)}
      </Text>{' '}
      {contacts === 1 ? 'contact' : 'contacts'}, {formatCount(messageable)} may be texted
    </Text>
  )
}
