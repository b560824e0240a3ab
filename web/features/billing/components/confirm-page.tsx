import type { ConfirmInput } from '../lib/choice.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { ConfirmCourse } from './confirm-course.tsx'

/** Shows what an act on the plan costs and brings; nothing happens before its button is pressed. */
export function ConfirmPage({ input }: { input: ConfirmInput }) {
  if (input.kind === 'plan') {
    const { plan, period } = input
    return <ConfirmChange key={`${plan} ${period}`} choice={{ plan, period }} />
  }
  return <ConfirmCourse key={input.kind} course={input.kind} />
}
