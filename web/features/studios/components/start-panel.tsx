import { Button, Checkbox, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { LoraTraining, StartQuote } from '#contract/lora-trainings.ts'
import type { Quote } from '#contract/quotes.ts'
import { useQuote } from '#web/features/generate/api/use-quote.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { PlansLink } from '#web/ui/plans-link.tsx'
import { useStartQuote } from '../api/use-studios.ts'
import { canStart, waitsForConsent } from '../lib/look.ts'
import { useIsChecking } from '../lib/checked-photos.ts'
import { useTexts } from '../texts.ts'
import { Advice, adviceOf } from './advice.tsx'
import { Example } from './example.tsx'
import { StudioAct } from './studio-actions.tsx'

/** What a training costs, what came of an earlier one, and how it begins. */
export function StartPanel({
  studio,
  heading = 2,
}: {
  studio: LoraTraining
  /** Level of its heading. */
  heading?: 2 | 3
}) {
  const t = useTexts()
  const label = useId()
  const outlook = useStartQuote(studio.id)
  const price = useQuote(
    { call: `lora_trainings/${studio.id}/start_training/`, body: {} },
    canStart(studio),
  )
  const { quote } = price
  const hasFailed = outlook.isError || price.refusal !== null
  const { level } = studio.coach
  const isWaiting = waitsForConsent(studio)
  const isChecking = useIsChecking(studio.id)
  const [waived, setWaived] = useState<string[]>([])
  const [likeness, setLikeness] = useState(true)
  const advice = adviceOf(studio)
  return (
    <section aria-labelledby={label}>
      <Title order={heading} fz="lg" id={label} mb="xs">
        {t('start.title')}
      </Title>
      <Stack gap="sm" align="flex-start">
        {hasFailed && (
          <>
            <Text role="alert">{t('start.failed')}</Text>
            <Button
              variant="default"
              onClick={() => {
                void outlook.refetch()
                price.refresh()
              }}
            >
              {t('start.retry')}
            </Button>
          </>
        )}
        {quote && outlook.data && (
          <Price quote={quote} was={price.was} allowance={outlook.data.allowance} />
        )}
        {!(quote && outlook.data) && !hasFailed && <Skeleton h={96} />}
        {isWaiting && <Text>{t('start.consent')}</Text>}
        {isChecking && <Text role="status">{t('start.checking')}</Text>}
        {level === 'red' && <Text>{t('start.fix')}</Text>}
        {level !== 'red' && <Advice advice={advice} waived={waived} onChange={setWaived} />}
        {studio.object_type === 'person' && (
          <Checkbox
            label={t('start.likeness')}
            description={t('start.likenessHint')}
            checked={likeness}
            onChange={({ currentTarget }) => setLikeness(currentTarget.checked)}
          />
        )}
        <StudioAct
          studio={studio}
          disabled={
            isWaiting ||
            isChecking ||
            level === 'red' ||
            !quote ||
            advice.some(({ code }) => !waived.includes(code))
          }
          quote={quote}
          {...(quote && { terms: { quote: quote.id, waive: waived, likeness } })}
        />
        {outlook.data && <Example example={outlook.data.example} heading={heading === 2 ? 3 : 4} />}
      </Stack>
    </section>
  )
}

function Price({
  quote,
  was,
  allowance,
}: {
  quote: Quote
  /** Its cost a moment ago; null: the same. */
  was: number | null
  allowance: StartQuote['allowance']
}) {
  const t = useTexts()
  const { cost, balance, enough } = quote
  if (cost === 0) return <Text>{t('start.free')}</Text>
  return (
    <>
      <Text>{t('start.price', { credits: cost })}</Text>
      {was !== null && <Text role="status">{t('start.changed', { was, credits: cost })}</Text>}
      <Text>{t('start.early')}</Text>
      <Text size="sm" c="dimmed">
        {t('start.fixed', { time: formatTime(quote.expires_at) })}
      </Text>
      {!enough && (
        <Text size="sm">
          {t.rich('start.missing', {
            credits: formatCredits(cost - balance),
            link: <PlansLink />,
          })}
        </Text>
      )}
      {allowance.models > 0 && (
        <Text size="sm" c="dimmed">
          {t('start.month', { ...allowance })}
        </Text>
      )}
    </>
  )
}
