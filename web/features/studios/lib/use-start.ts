import type { LoraTraining } from '#contract/lora-trainings.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { useStudioActs } from '../api/use-studios.ts'

const WITHOUT_TRAINING = new Set(['free', 'basic'])

/** Starts a training; whose plan trains none is shown those that do. */
export function useStart(onStarted?: (studio: LoraTraining) => void) {
  const { me } = useSession()
  const { show } = useDialogs()
  const { start } = useStudioActs()
  const needsPlan = me === null || WITHOUT_TRAINING.has(me.plan.name)
  return {
    isStarting: start.isPending,
    needsPlan,
    /** @param cost as it was shown; another one is refused */
    begin(studio: LoraTraining, cost?: number) {
      if (needsPlan && !studio.is_free) show('upgrade')
      else {
        start.mutate({ id: studio.id, cost }, { onSuccess: (started) => onStarted?.(started) })
      }
    },
  }
}
