import type { LoraTraining } from '#contract/lora-trainings.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { type StartTerms, useStudioActions } from '../api/use-studios.ts'

const WITHOUT_TRAINING = new Set(['free', 'basic'])

/** Starts a training; whose plan trains none is shown those that do. */
export function useStart(onStarted?: (studio: LoraTraining) => void) {
  const { me } = useSession()
  const { show } = useDialogs()
  const { start } = useStudioActions()
  const needsPlan = me === null || WITHOUT_TRAINING.has(me.plan.name)
  return {
    isStarting: start.isPending,
    needsPlan,
    begin(studio: LoraTraining, terms: StartTerms = {}) {
      if (needsPlan && !studio.is_free) show('upgrade')
      else {
        start.mutate({ id: studio.id, ...terms }, { onSuccess: (started) => onStarted?.(started) })
      }
    },
  }
}
