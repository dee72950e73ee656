import { Alert } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { newFilter } from '../../parts/filters/language/rows.js'
import { PageHeader } from '../../parts/page-header.js'
import { useRole } from '../../shell/use-role.js'
import { AllSegments } from './all-segments.js'
import { SegmentForm } from './segment-form.js'

export const newSegmentPage = createLazyRoute('/session/a/$account/segments/new')({ component: NewSegmentPage })

function NewSegmentPage() {
  const reason = useRole().reasonAgainst('editor')
  return (
    <>
      <AllSegments />
      <PageHeader title="New segment" lead="Contacts who meet conditions, under a name." />
      {reason === undefined ? (
        <NewForm />
      ) : (
        <Alert color="orange" title="You cannot create segments">
          {reason}
        </Alert>
      )}
    </>
  )
}

function NewForm() {
  const [values] = useState(() => ({ name: '', filter: newFilter() }))
  return <SegmentForm segment={null} values={values} />
}
