import { toStorable } from './text.js'

/** What a visitor's browser called itself, as it is kept; null where it said nothing. */
export function storableAgent(agent: string | null): string | null {
  return agent ? toStorable(agent.slice(0, AGENT_LENGTH_MAX)) : null
}

export const AGENT_LENGTH_MAX = 300
