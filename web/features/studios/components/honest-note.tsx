import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { useTrainingOptions } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'

/** What a base model's LoRAs can do, and what they cannot; who is given the photos. */
export function HonestNote({
  original_model_version: model,
  project_name: name,
  object_type: object,
}: Pick<LoraTraining, 'original_model_version' | 'project_name' | 'object_type'>) {
  const t = useTexts()
  const { data } = useTrainingOptions()
  const found = data?.models.find(({ id }) => id === model)
  const base = found?.name ?? model
  const service = found?.photos_go_to ?? null
  return (
    <Alert
      role="note"
      variant="light"
      color="blue"
      title={service === null ? t('honest.title') : t('service.title', { service })}
      icon={<IconInfoCircle aria-hidden />}
    >
      {service !== null
        ? t('service.text', { base, service })
        : object === 'style'
          ? t('honest.style', { base })
          : t('honest.text', { base, name: name || t('honest.subject') })}
    </Alert>
  )
}
