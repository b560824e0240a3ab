import type { Wish } from '../lib/choice.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { ConfirmCourse } from './confirm-course.tsx'

/** Shows what an act on the plan costs and brings; nothing happens before its button is pressed. */
export function ConfirmPage({ wish }: { wish: Wish }) {
  if (wish.kind === 'plan') {
    const { plan, period } = wish
    return <ConfirmChange key={`${plan} ${period}`} choice={{ plan, period }} />
  }
  return <ConfirmCourse key={wish.kind} course={wish.kind} />
}
