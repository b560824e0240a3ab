import { Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { StartQuote } from '#contract/lora-trainings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const EDGE = 512

/** What came of a training by the same engine: photos that went in, and images that came out; or that there is none yet. */
export function Example({ example, heading }: { example: StartQuote['example']; heading: 3 | 4 }) {
  const t = useTexts()
  const label = useId()
  return (
    <section aria-labelledby={label}>
      <Title order={heading} fz="md" id={label} mb="xs">
        {t('example.title')}
      </Title>
      {example === null ? (
        <Text size="sm" c="dimmed">
          {t('example.none')}
        </Text>
      ) : (
        <Recorded example={example} />
      )}
    </section>
  )
}

function Recorded({ example }: { example: NonNullable<StartQuote['example']> }) {
  const t = useTexts()
  const { name, photos, images, seconds } = example
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
    <Stack gap="xs">
      {show(photos, (number) => t('card.photo', { number, name }))}
      {show(images, (number) => t('example.image', { number, name }))}
      <Text size="sm" c="dimmed">
        {seconds !== null
          ? t('example.text', { name, minutes: Math.max(1, Math.round(seconds / 60)) })
          : t('example.plain', { name })}
      </Text>
    </Stack>
  )
}
