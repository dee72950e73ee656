import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { IconEraser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { PhoneText } from '../../../parts/text/phone-text.js'
import { useDialog } from '../../../parts/use-dialog.js'
import { useRole } from '../../../shell/use-role.js'
import { useAccount } from '../../../shell/use-session.js'
import type { Contact } from '../form/contact-values.js'

export function ContactActions({ contact: { phoneNumber } }: { readonly contact: Contact }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDialog()
  const erase = async () => {
    await call('delete', '/accounts/{account}/contacts/{phoneNumber}', { path: { account, phoneNumber } })
    await navigate({ to: '/a/$account/contacts', params: { account } })
    for (const noun of ['contacts', 'consent', 'groups', 'conversations', 'messages'] as const)
      await queryClient.invalidateQueries({ queryKey: keyOf(noun, account) })
  }
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconEraser size={16} />}
        reason={reasonAgainst('admin')}
        onClick={open}
      >
        Erase
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Erase this contact?"
        irreversible="An erasure cannot be undone, not even by an operator."
        typed={{ label: `Type ${phoneNumber} to erase it`, text: phoneNumber }}
        confirmLabel="Erase contact"
        keepLabel="Keep contact"
        onConfirm={erase}
      >
        Everything about <PhoneText number={phoneNumber} /> is deleted: the profile, the groups, the consent, and the
        number and text of every message. Counts and credits stay, and so does an opt-out, without the number.
      </ConfirmDialog>
    </>
  )
}
