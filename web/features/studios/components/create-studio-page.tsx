import { Button, Radio, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LoraTraining, TrainingOptions } from '#contract/lora-trainings.ts'
import { TRAINED_OBJECTS, TRAINING_TYPES } from '#contract/values/lora-trainings.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { useStudioActions, useTrainingOptions } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'
import { HonestNote } from './honest-note.tsx'
import classes from './studios.module.css'

const PhotosStep = lazy(async () => ({ default: (await import('./photos-step.tsx')).PhotosStep }))

/** A new studio: first what it is of and whose consent there is, then its photos. */
export function CreateStudioPage() {
  const t = useTexts()
  const [search, setSearch] = useSearchParams()
  const id = search.get('studio')
  const options = useTrainingOptions()
  return (
    <>
      <Title order={1} mb="md">
        {t('create.title')}
      </Title>
      {id !== null && (
        <Suspense fallback={<Skeleton h={360} radius={16} />}>
          <PhotosStep id={id} />
        </Suspense>
      )}
      {id === null && options.isError && !options.data && (
        <ErrorState what={t('list.failed')} onRetry={() => void options.refetch()} />
      )}
      {id === null && options.isPending && <Skeleton h={360} radius={16} />}
      {id === null && options.data?.models.length === 0 && <Text>{t('create.none')}</Text>}
      {id === null && options.data && options.data.models.length > 0 && (
        <DetailsForm
          options={options.data}
          onCreated={(studio) => setSearch({ studio: studio.id }, { replace: true })}
        />
      )}
    </>
  )
}

type Kind = LoraTraining['object_type']
/** `link`: another person, who is asked. */
type Subject = LoraTraining['consent']['subject'] | 'link'

const SUBJECTS: Record<Kind, readonly Subject[]> = {
  person: ['self', 'link', 'other', 'child'],
  pet: ['none', 'self', 'link', 'other', 'child'],
  object: ['none', 'self', 'link', 'other', 'child'],
  style: ['none', 'self', 'link', 'other', 'child'],
}

function DetailsForm({
  options,
  onCreated,
}: {
  options: TrainingOptions
  onCreated(studio: LoraTraining): void
}) {
  const t = useTexts()
  const { me } = useSession()
  const { create } = useStudioActions()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('person')
  const [category, setCategory] = useState<LoraTraining['training_type']>('General')
  const [model, setModel] = useState(options.models[0]?.id ?? '')
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isTried, setTried] = useState(false)
  const problems = fieldErrorsOf(create.error)
  const categories = TRAINING_TYPES.filter(
    (type) => type !== 'Showcase' || me?.is_staff || me?.is_admin,
  )
  const isChosen = subject !== null && SUBJECTS[kind].includes(subject)
  return (
    <Form
      className={classes.form}
      onSubmit={() => {
        setTried(true)
        if (!isChosen || name.trim() === '') return
        create.mutate(
          {
            project_name: name,
            object_type: kind,
            training_type: category,
            original_model_version: model,
            consent: subject === 'link' ? { subject: 'other', by_link: true } : { subject },
          },
          {
            onSuccess: onCreated,
            onError: (error) => {
              if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
            },
          },
        )
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          value={name}
          required
          maxLength={80}
          error={
            problems['project_name'] ?? (isTried && name.trim() === '' && t('create.nameMissing'))
          }
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Radio.Group label={t('create.kind')} value={kind} onChange={(value) => setKind(value)}>
          <Stack gap="xs" mt="xs">
            {TRAINED_OBJECTS.map((value) => (
              <Radio key={value} value={value} label={t(`kind.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={t('create.category')}
          data={categories}
          value={category}
          onChange={({ currentTarget: { value } }) =>
            setCategory(categories.find((type) => type === value) ?? 'General')
          }
        />
        <NativeSelect
          label={t('create.model')}
          data={options.models.map(({ id, name: label }) => ({ value: id, label }))}
          value={model}
          onChange={({ currentTarget }) => setModel(currentTarget.value)}
        />
        <HonestNote original_model_version={model} project_name={name} object_type={kind} />
        <Radio.Group
          label={t('create.consent')}
          required
          value={isChosen ? subject : ''}
          error={problems['consent'] ?? (isTried && !isChosen && t('create.consentMissing'))}
          onChange={(value) => setSubject(value as Subject)}
        >
          <Stack gap="xs" mt="xs">
            {SUBJECTS[kind].map((value) => (
              <Radio key={value} value={value} label={t(`consent.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('create.continue')}
        </Button>
      </Stack>
    </Form>
  )
}
