import { Text, Title } from '@mantine/core'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const EDGE = 512

/** The photos that are laid into what is drawn with a model. */
export function CutOuts({
  studio: { cut_outs: cutOuts, project_name: name },
}: {
  studio: Pick<LoraTraining, 'cut_outs' | 'project_name'>
}) {
  const t = useTexts()
  if (cutOuts.length === 0) return null
  return (
    <section aria-labelledby="cut-outs">
      <Title order={2} fz="lg" id="cut-outs" mb="xs">
        {t('cutOuts.title')}
      </Title>
      <ul className={classes.samples}>
        {cutOuts.map((url, at) => (
          <li key={url} className={classes.sample}>
            <Picture
              image={{
                url,
                width: EDGE,
                height: EDGE,
                alt: t('cutOuts.number', { number: at + 1, name }),
              }}
              sizes="112px"
              className={classes.sample}
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        {t('cutOuts.text')}
      </Text>
    </section>
  )
}
