import type { PlanName } from '#contract/users.ts'
import type { Recorder } from '../recorder.ts'
import type { Belongings, Stage } from '../stage.ts'

/** What one person does, and how it is called in the recording. */
export interface Scenario {
  name: string
  plan: PlanName
  play(recorder: Recorder, has: Belongings, stage: Stage): Promise<void>
}
