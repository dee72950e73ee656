import type { NeverSeen, SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'

/** A provider that does as it is told, once for each thing said, and accepts when nothing is. */
export type ScriptedProvider = SmsProvider & {
  readonly submitted: Submission[]
  /** What it answers to the next submissions; a function may do more first, or never end. */
  readonly script: (SubmissionOutcome | (() => Promise<SubmissionOutcome>))[]
  /** What it answers to the next questions. */
  readonly found: (SubmissionOutcome | NeverSeen)[]
}

export function scriptedProvider({ deduplicates = true, canBeAsked = false } = {}): ScriptedProvider {
  const submitted: Submission[] = []
  const script: ScriptedProvider['script'] = []
  const found: ScriptedProvider['found'] = []
  const outcomeOf = async (submission: Submission): Promise<SubmissionOutcome> => {
    const said = script.shift()
    submitted.push(submission)
    if (said === undefined) return { kind: 'accepted', providerId: `provider-${submitted.length}` }
    return typeof said === 'function' ? said() : said
  }
  return {
    deduplicates,
    canBeAsked,
    submitted,
    script,
    found,
    submit: (submissions) => Promise.all(submissions.map(outcomeOf)),
    find: async (references) => references.map(() => found.shift() ?? { kind: 'never-seen' }),
  }
}
