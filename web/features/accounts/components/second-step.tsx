import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { Deferred } from '#web/ui/deferred.tsx'

// Only those see it who have a second factor.
const loadStep = () => import('../second-step/second-step.tsx').then(({ SecondStep: Step }) => Step)

/** The second step of a login. */
export function SecondStep(props: {
  question: SecondFactorQuestion
  onKey(key: string): Promise<void>
  onBack(): void
}) {
  return <Deferred load={loadStep} props={props} />
}
