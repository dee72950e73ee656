import {
  aContact,
  aGrouping,
  aTimetable,
  broadcastingFixture,
  memberNumber,
  schedulingFixture,
  scriptedProvider,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { WEEKDAYS } from '../../model/schedules/timetable.js'
import type { SendingHours } from '../../model/windows/sending-windows.js'
