import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { LoraTraining, StartQuote } from '#contract/lora-trainings.ts'
import { useStartQuote } from '../api/use-studios.ts'
import { waitsForConsent } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { Advice, adviceOf } from './advice.tsx'
import { Example } from './example.tsx'
import { StudioAct } from './studio-acts.tsx'

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
  const { data: quote, isError, refetch } = useStartQuote(studio.id)
  const { level } = studio.coach
  const isWaiting = waitsForConsent(studio)
  const [waived, setWaived] = useState<string[]>([])
  const advice = adviceOf(studio)
  return (
    <section aria-labelledby={label}>
      <Title order={heading} fz="lg" id={label} mb="xs">
        {t('start.title')}
      </Title>
      <Stack gap="sm" align="flex-start">
        {isError && (
          <>
            <Text role="alert">{t('start.failed')}</Text>
            <Button variant="default" onClick={() => void refetch()}>
              {t('start.retry')}
            </Button>
          </>
        )}
        {quote && <Price quote={quote} />}
        {!quote && !isError && <Skeleton h={96} />}
        {isWaiting && <Text>{t('start.consent')}</Text>}
        {level === 'red' && <Text>{t('start.fix')}</Text>}
        {level !== 'red' && <Advice advice={advice} waived={waived} onChange={setWaived} />}
        <StudioAct
          studio={studio}
          disabled={
            isWaiting ||
            level === 'red' ||
            !quote ||
            advice.some(({ code }) => !waived.includes(code))
          }
          {...(quote && { terms: { cost: quote.cost, waive: waived } })}
        />
        {quote && <Example example={quote.example} heading={heading === 2 ? 3 : 4} />}
      </Stack>
    </section>
  )
}

function Price({ quote: { cost, allowance } }: { quote: StartQuote }) {
  const t = useTexts()
  if (cost === 0) return <Text>{t('start.free')}</Text>
  return (
    <>
      <Text>{t('start.price', { credits: cost })}</Text>
      <Text>{t('start.early')}</Text>
      {allowance.models > 0 && (
        <Text size="sm" c="dimmed">
          {t('start.month', { ...allowance })}
        </Text>
      )}
    </>
  )
}
