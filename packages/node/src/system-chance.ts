import type { Chance } from '@carillon/core'

export const systemChance: Chance = { next: () => Math.random() }
