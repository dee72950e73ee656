/** `count` new events of an account, as a `SILENT` enrolment creates them. */
export function eventsOf({ ids, clock }, account, count) {
  const group = { id: ids.next('grp'), name: 'All' }
  return Array.from({ length: count }, (_, n) => {
    const contact = { id: ids.next('con'), phoneNumber: `+1202${2_000_000 + n}` }
    const data = { contact, group, reason: 'SILENT' }
    return { id: ids.next('evt'), account, at: clock.now(), type: 'contacts.group.opted_in', data }
  })
}
