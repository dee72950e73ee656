import { describeTestTexts } from '@carillon/contracts'
import { memoryTestTexts } from './memory-test-texts.js'

describeTestTexts(async () => {
  const texts = memoryTestTexts()
  return { texts, twin: texts }
})
