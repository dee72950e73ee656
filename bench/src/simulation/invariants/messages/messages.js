/** Invariants on the states of a message. */
export const MESSAGES = [
  {
    name: 'messages make only allowed transitions',
    watch: () => ({
      *atCommit({ messages }) {
        for (const { before, after } of messages) {
          if (after === null) yield `${before.id} is gone`
          else if (before !== null) yield* wrongMove(before, after)
        }
      },
    }),
  },
  {
    name: 'a queued message has its job',
    watch: ({ records }) => ({
      *atCommit({ messages, jobs }) {
        const { tables } = records
        const gone = jobs.flatMap(({ before, after }) => (after === null ? [before] : []))
        const withoutJob = gone.flatMap(({ account, payload }) => tables.messages.get(account, payload.message) ?? [])
        for (const { account, id, phase } of [...messages.map(({ after }) => after), ...withoutJob]) {
          const job = `job_${id.slice('msg_'.length)}`
          const hasJob = ['jobs', 'deadJobs'].some((table) => tables[table].get(account, job) !== undefined)
          if (phase !== null && !hasJob) yield `${id} is ${phase} and has no job`
        }
      },
    }),
  },
  {
    name: 'everything drains',
    watch: ({ records }) => ({
      *atEnd() {
        for (const { id, phase, status } of records.all('messages')) {
          if (phase !== null || status === 'queued') yield `${id} is ${status}, ${phase}`
        }
        for (const { id, kind } of records.all('jobs')) {
          // Posts to an endpoint that does not respond are retried for days.
          if (kind !== 'deliver-events') yield `${id} is left`
        }
        for (const { id, error } of records.all('deadJobs')) yield `${id} is dead: ${error}`
      },
    }),
  },
]

function* wrongMove(before, after) {
  const { id } = after
  if (after.attempt < before.attempt) yield `${id} went back to attempt ${after.attempt} from ${before.attempt}`
  const isClearedUp = before.failure?.type === 'unknown_outcome' && after.deliveredAt !== null
  if (before.status === 'failed' && after.status !== 'failed' && !isClearedUp)
    yield `${id} had failed and is ${after.status}`
  if (before.deliveredAt !== null && (after.deliveredAt === null || after.status !== 'sent'))
    yield `${id} was delivered and is ${after.status}, delivered at ${after.deliveredAt}`
  if (before.status === 'sent' && after.status === 'queued') yield `${id} was sent and is queued again`
  if (before.phase === null && after.phase !== null) yield `${id} had ended and is ${after.phase}`
  if ((after.phase !== null) !== (after.status === 'queued')) yield `${id} is ${after.status} and ${after.phase}`
  if ((after.sentAt !== null) !== (after.status === 'sent')) yield `${id} is ${after.status}, sentAt ${after.sentAt}`
}
