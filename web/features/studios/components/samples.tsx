import { Stack, Text, Title } from '@mantine/core'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const EDGE = 256

/** Images drawn with a model: the results as its owner would get them, then samples from during the training, newest first. */
export function Samples({ samples }: Pick<LoraTraining, 'samples'>) {
  const t = useTexts()
  const results = samples.filter((sample) => sample.with_subject)
  const onTheWay = samples.filter((sample) => !sample.with_subject)
  const rounds = [...Map.groupBy(onTheWay, ({ step }) => step)].toSorted(([a], [b]) => b - a)
  return (
    <>
      {results.length > 0 && (
        <section aria-labelledby="results">
          <Title order={2} fz="lg" id="results">
            {t('results.title')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('results.hint')}
          </Text>
          <Drawn drawn={results} isLarge />
        </section>
      )}
      {rounds.length > 0 && (
        <section aria-labelledby="samples">
          <Title order={2} fz="lg" id="samples">
            {t('samples.title')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('samples.hint')}
          </Text>
          <Stack gap="sm">
            {rounds.map(([step, drawn], round) => (
              <div key={step}>
                <Text size="sm" fw={700} mb={4}>
                  {t('samples.step', { round: round + 1 })}
                </Text>
                <Drawn drawn={drawn} />
              </div>
            ))}
          </Stack>
        </section>
      )}
    </>
  )
}

function Drawn({ drawn, isLarge = false }: { drawn: LoraTraining['samples']; isLarge?: boolean }) {
  const look = isLarge ? classes.result : classes.sample
  return (
    <ul className={classes.samples}>
      {drawn.map(({ url, prompt }) => (
        <li key={url} className={look}>
          <Picture
            image={{
              url,
              width: isLarge ? 2 * EDGE : EDGE,
              height: isLarge ? 2 * EDGE : EDGE,
              alt: prompt,
            }}
            sizes={isLarge ? '224px' : '112px'}
            {...(look !== undefined && { className: look })}
          />
        </li>
      ))}
    </ul>
  )
}
