import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Quote } from '#contract/quotes.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { confirmSpending } from '#web/lib/spend-request.ts'
import { type StartTerms, useStudioActions } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'

const WITHOUT_TRAINING = new Set(['free', 'basic'])

/** Starts a training. A plan that trains none leads to those that do, but not a limited account, to which the server says no. */
export function useStart() {
  const t = useTexts()
  const { me, canBuy } = useSession()
  const { show } = useDialogs()
  const { start } = useStudioActions()
  const needsPlan = canBuy && (me === null || WITHOUT_TRAINING.has(me.plan.name))
  return {
    isStarting: start.isPending,
    needsPlan,
    async begin(studio: LoraTraining, quote: Quote | null, terms: StartTerms = {}): Promise<void> {
      if (needsPlan && !studio.is_free) {
        show('upgrade')
        return
      }
      const photos = studio.lora_training_images.length
      const facts = [
        { label: t('start.model'), value: studio.project_name },
        { label: t('photos.title'), value: formatNumber(photos) },
      ]
      if (await confirmSpending(quote, facts)) start.mutate({ id: studio.id, ...terms })
    },
  }
}
