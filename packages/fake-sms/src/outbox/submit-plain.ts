import type { Knex } from 'knex'
import { behaviourFor, latencyOf, type Behaviour } from './behaviour.js'
import type { ProviderResponse } from './outbox.js'
import { byNumber, COLUMNS, columnsOf, SUBMITTED, type BehaviourRow } from './rows.js'
import { prepared } from './statements.js'
import { outcomeOf, type Candidate } from './stored-submission.js'
import { WITHOUT_FLUSH, type Round } from './submit-with-counters.js'

/** The submissions of one call. */
export type Plain = { readonly candidates: readonly Candidate[]; readonly now: Date }

/** Stores the messages of several calls in one statement. Omits candidates that need `submitWithCounters`. */
export async function submitPlain(knex: Knex, plain: readonly Plain[]): Promise<readonly Round[]> {
  const rows = plain.flatMap(({ candidates, now }) =>
    candidates.map((one) => ({ ...one, submittedAt: now, failure: null, copy: '' })),
  )
  const [row] = await insertPlain(knex, columnsOf(rows))
  const behaviours = byNumber(row!.behaviours ?? [])
  const added = new Set(row!.added)
  return plain.map(({ candidates }) => ({
    responses: responsesTo(candidates, added, behaviours),
    general: behaviours.get(null) ?? null,
  }))
}

function responsesTo(
  candidates: readonly Candidate[],
  added: ReadonlySet<string>,
  behaviours: ReadonlyMap<string | null, Behaviour>,
): ReadonlyMap<string, ProviderResponse> {
  const taken = candidates.filter(({ id }) => added.has(id))
  return new Map(
    taken.map(({ id, to }): [string, ProviderResponse] => [
      id,
      { outcome: outcomeOf({ id, failure: null }), latencyMs: latencyOf(behaviourFor(to, behaviours)) },
    ]),
  )
}

type TakenRow = { readonly added: readonly string[] | null; readonly behaviours: readonly BehaviourRow[] | null }

/** Inserts nothing if a behaviour for any of the numbers does not accept messages, or has limited `times`. */
const insertPlain = prepared<TakenRow>(
  'fake_sms_take_plain',
  `
  with submitted as (${SUBMITTED}),
  behaviour as (
    select * from fake_sms_behaviour where phone = '' or phone in (select phone from submitted)
  ),
  added as (
    insert into fake_sms_submission (${COLUMNS})
    select ${COLUMNS} from submitted
     where not exists (
       select from behaviour where times > 0 or (times is null and outcome not in ('accept', 'slow'))
     )
     order by reference, id
    on conflict (reference, copy) do nothing
    returning id
  )
  select (select json_agg(id) from added) as added, (select json_agg(behaviour) from behaviour) as behaviours,
         ${WITHOUT_FLUSH}`,
)
