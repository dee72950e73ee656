import { describeClock } from '@carillon/contracts'
import { systemClock } from './system-clock.js'

describeClock(async () => systemClock)
