import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { StartTerms } from '../api/use-studios.ts'
import { canStart, isBusy, modelLink } from '../lib/look.ts'
import { useStart } from '../lib/use-start.ts'
import { useTexts } from '../texts.ts'

/** The button that a studio's state asks for. */
export function StudioAct({
  studio,
  disabled = false,
  terms,
  onAsk,
}: {
  studio: LoraTraining
  /** Whether it must not be started yet. */
  disabled?: boolean
  terms?: StartTerms
  /** Where the price is not shown yet: shows it, and nothing is started. */
  onAsk?(): void
}) {
  const t = useTexts()
  const { begin, isStarting, needsPlan } = useStart()
  const link = modelLink(studio)
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
      onClick={() => (onAsk && canBegin ? onAsk() : begin(studio, terms))}
    >
      {t(studio.status === 'Failed' ? 'act.again' : 'act.start')}
    </Button>
  )
}
