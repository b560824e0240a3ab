import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Quote } from '#contract/quotes.ts'
import type { StartTerms } from '../api/use-studios.ts'
import { canStart, isBusy } from '../lib/look.ts'
import { useModelLink } from '../lib/use-model-link.ts'
import { useStart } from '../lib/use-start.ts'
import { useTexts } from '../texts.ts'

/** The button that a studio's state asks for. */
export function StudioAct({
  studio,
  disabled = false,
  quote = null,
  terms,
  onAsk,
}: {
  studio: LoraTraining
  /** Whether it must not be started yet. */
  disabled?: boolean
  /** What the start costs; null where it is not known, and nothing is started. */
  quote?: Quote | null
  terms?: StartTerms
  /** Where the price is not shown yet: shows it, and nothing is started. */
  onAsk?(): void
}) {
  const t = useTexts()
  const { begin, isStarting, needsPlan } = useStart()
  const link = useModelLink(studio)
  if (isBusy(studio)) {
    return (
      <Button loading disabled>
        {t('act.inProgress')}
      </Button>
    )
  }
  if (studio.status === 'Successful' && studio.downloaded) {
    return (
      <Button component={Link} to={link}>
        {t('act.use')}
      </Button>
    )
  }
  if (!canStart(studio)) return null
  const canBegin = !needsPlan || studio.is_free
  return (
    <Button
      loading={isStarting}
      disabled={disabled && canBegin}
      onClick={() => (onAsk && canBegin ? onAsk() : void begin(studio, quote, terms))}
    >
      {t(studio.status === 'Failed' ? 'act.again' : 'act.start')}
    </Button>
  )
}
