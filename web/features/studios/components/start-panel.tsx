import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { LoraTraining, TrainingOptions } from '#contract/lora-trainings.ts'
import { useTrainingOptions } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'
import { StudioAct } from './studio-acts.tsx'

/** What a training costs and how it begins. */
export function StartPanel({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { data: options } = useTrainingOptions()
  const { level } = studio.coach
  return (
    <section aria-labelledby="start">
      <Title order={2} fz="lg" id="start" mb="xs">
        {t('start.title')}
      </Title>
      <Stack gap="sm" align="flex-start">
        {options ? <Price options={options} /> : <Skeleton h={96} />}
        {level === 'red' && <Text>{t('start.fix')}</Text>}
        {level === 'amber' && <Text>{t('start.waive')}</Text>}
        <StudioAct studio={studio} disabled={level === 'red'} />
      </Stack>
    </section>
  )
}

function Price({ options: { cost, allowance } }: { options: TrainingOptions }) {
  const t = useTexts()
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

/** What the built-in model's LoRAs can do, and what they cannot. */
export function HonestNote({
  original_model_version: model,
  project_name: name,
  object_type: object,
}: Pick<LoraTraining, 'original_model_version' | 'project_name' | 'object_type'>) {
  const t = useTexts()
  const { data } = useTrainingOptions()
  const base = data?.models.find(({ id }) => id === model)?.name ?? model
  return (
    <Alert
      role="note"
      variant="light"
      color="blue"
      title={t('honest.title')}
      icon={<IconInfoCircle aria-hidden />}
    >
      {object === 'style'
        ? t('honest.style', { base })
        : t('honest.text', { base, name: name || t('honest.subject') })}
    </Alert>
  )
}
