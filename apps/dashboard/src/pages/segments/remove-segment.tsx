import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { SegmentUsesList } from './segment-uses-list.js'
import { usesIn, usesOf } from './segment-uses.js'

export type RemoveSegmentProps = { readonly id: string; readonly name: string }

export function RemoveSegment({ id, name }: RemoveSegmentProps) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton
        variant="default"
        leftSection={<IconTrash size={16} />}
        reason={reasonAgainst('editor')}
        onClick={open}
      >
        Remove
      </ReasonedButton>
      <Modal opened={isOpen} onClose={close} title={`Remove ${name}?`} centered>
        <Question id={id} onClose={close} />
      </Modal>
    </>
  )
}

type QuestionProps = { readonly id: string; readonly onClose: () => void }

/** Says what uses the segment, which prevents its removal. Something can begin to use it meanwhile: then the service refuses. */
function Question({ id, onClose }: QuestionProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const listed = useQuery({
    ...read('segments', '/accounts/{account}/segments/{segmentId}/used-by', { path: { account, segmentId: id } }),
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => call('delete', '/accounts/{account}/segments/{segmentId}', { path: { account, segmentId: id } }),
    onSuccess: async () => {
      await navigate({ to: '/a/$account/segments', params: { account } })
      await queryClient.invalidateQueries({ queryKey: keyOf('segments', account) })
    },
  })
  const uses = usesIn(remove.error) ?? (listed.data && !listed.isFetching ? usesOf(listed.data) : null)
  if (uses !== null) {
    return (
      <Stack>
        <SegmentUsesList uses={uses} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text size="sm">
        {listed.isFetching
          ? 'Looking for what uses it…'
          : 'The filter is removed, not the contacts. You can create it again.'}
      </Text>
      {remove.error !== null && <ErrorMessage error={remove.error} title="The segment was not removed" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep segment
        </Button>
        <Button
          onClick={() => !remove.isPending && remove.mutate()}
          loading={remove.isPending}
          disabled={listed.isFetching}
        >
          Remove segment
        </Button>
      </Group>
    </Stack>
  )
}
