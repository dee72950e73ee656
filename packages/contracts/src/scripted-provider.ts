import type { NeverSeen, SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'

/** A provider that does as it is told, once for each thing said, and accepts when nothing is. */
export type ScriptedProvider = SmsProvider & {
  readonly submitted: Submission[]
  /** Waits until it has been handed so many in all, whatever it answers to them. */
  readonly untilSubmitted: (count: number) => Promise<void>
  /** What it answers to the next submissions; a function may do more first, or never end. */
  readonly script: (SubmissionOutcome | (() => Promise<SubmissionOutcome>))[]
  /** What it answers to the next questions. */
  readonly found: (SubmissionOutcome | NeverSeen)[]
}

export function scriptedProvider({ deduplicates = true, canBeAsked = false } = {}): ScriptedProvider {
  const submitted: Submission[] = []
  const script: ScriptedProvider['script'] = []
  const found: ScriptedProvider['found'] = []
  const told: (() => void)[] = []
  const outcomeOf = async (submission: Submission): Promise<SubmissionOutcome> => {
    const said = script.shift()
    submitted.push(submission)
    told.splice(0).forEach((look) => look())
    if (said === undefined) return { kind: 'accepted', providerId: `provider-${submitted.length}` }
    return typeof said === 'function' ? said() : said
  }
  return {
    deduplicates,
    canBeAsked,
    submitted,
    untilSubmitted: async (count) => {
      while (submitted.length < count) await new Promise<void>((look) => told.push(look))
    },
    script,
    found,
    submit: (submissions) => Promise.all(submissions.map(outcomeOf)),
    find: async (references) => references.map(() => found.shift() ?? { kind: 'never-seen' }),
  }
}
