import { Button, Checkbox, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { LoraTraining, PhotoFinding, StartQuote } from '#contract/lora-trainings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useStartQuote } from '../api/use-studios.ts'
import { waitsForConsent } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { StudioAct } from './studio-acts.tsx'
import classes from './studios.module.css'

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
        {level !== 'red' && advice.length > 0 && (
          <Checkbox.Group
            label={t('start.advice')}
            description={t('start.waive')}
            value={waived}
            onChange={setWaived}
          >
            <Stack gap="xs" mt="xs">
              {advice.map(({ code, message }) => (
                <Checkbox key={code} value={code} label={message} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
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
        {quote?.example && <Example example={quote.example} heading={heading === 2 ? 3 : 4} />}
      </Stack>
    </section>
  )
}

/** Amber findings, of each kind the first: of the photos together, and of each. */
function adviceOf({ coach, lora_training_images: photos }: LoraTraining): PhotoFinding[] {
  const all = [...coach.findings, ...photos.flatMap(({ findings }) => findings)]
  return [...Map.groupBy(all, ({ code }) => code).values()]
    .map(([first]) => first!)
    .filter(({ level }) => level === 'amber')
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

const EDGE = 512

/** What came of a training by the same engine: photos that went in, and images that came out. */
function Example({
  example,
  heading,
}: {
  example: NonNullable<StartQuote['example']>
  heading: 3 | 4
}) {
  const t = useTexts()
  const label = useId()
  const { name, photos, images, steps, seconds } = example
  const show = (urls: readonly string[], alt: (number: number) => string) => (
    <ul className={classes.samples}>
      {urls.map((url, at) => (
        <li key={url} className={classes.small}>
          <Picture
            image={{ url, width: EDGE, height: EDGE, alt: alt(at + 1) }}
            sizes="72px"
            className={classes.small}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby={label}>
      <Title order={heading} fz="md" id={label} mb="xs">
        {t('example.title')}
      </Title>
      <Stack gap="xs">
        {show(photos, (number) => t('card.photo', { number, name }))}
        {show(images, (number) => t('example.image', { number, name }))}
        <Text size="sm" c="dimmed">
          {steps !== null && seconds !== null
            ? t('example.text', { name, steps, minutes: Math.max(1, Math.round(seconds / 60)) })
            : t('example.plain', { name })}
        </Text>
      </Stack>
    </section>
  )
}
