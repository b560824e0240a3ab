import english from '#web/messages/en/job-names.json'
import { textsOf } from '../texts.ts'

export const { useTexts } = textsOf('job-names', english)
