import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Progress,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useRef, useState } from 'react'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { Form } from '#web/ui/form.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Segments } from '#web/ui/segments.tsx'
import {
  type PublishedBody,
  useBaseModels,
  usePublishableTrainings,
  usePublishModel,
} from '../api/use-publishing.ts'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'
import { OwnModels } from './own-models.tsx'
import { SampleChoice } from './sample-choice.tsx'

type Source = 'training' | 'file'

const SOURCES: Source[] = ['training', 'file']
const OTHER_BASE = 'other'
const LICENCES = [
  '',
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-NC-4.0',
  'OpenRAIL-M',
  'Apache-2.0',
  'MIT',
] as const
const RATINGS = ['PG', 'PG13'] as const

/** What is written with commas between. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Publishes a LoRA that was trained here or that is uploaded, and shows how the own ones stand. */
export function CreateModelPage() {
  const t = useTexts()
  return (
    <>
      <Title order={1} mb="xs">
        {t('publish.title')}
      </Title>
      <Text c="dimmed" mb="lg" maw="42rem">
        {t('publish.intro')}
      </Text>
      <div className={classes.columns}>
        <PublishForm />
        <OwnModels />
      </div>
    </>
  )
}

function PublishForm() {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<Source | null>(null)
  const { data: trainings, isPending } = usePublishableTrainings()
  // Nothing to choose from: most of those who come here have a file.
  const source = chosen ?? (isPending ? null : trainings?.length === 0 ? 'file' : 'training')
  const [file, setFile] = useState<File | null>(null)
  const [samples, setSamples] = useState<readonly string[]>([])
  const [progress, setProgress] = useState<number | null>(null)
  const publish = usePublishModel(setProgress)
  const errors = fieldErrorsOf(publish.error)
  const fileProblem =
    errors['upload'] ?? errors['part'] ?? errors['filename'] ?? errors['bytes'] ?? errors['sha256']
  const other = publish.error && Object.keys(errors).length === 0 ? messageOf(publish.error) : null

  const submit = (element: HTMLFormElement) => {
    const data = new FormData(element)
    const base = textIn(data, 'base')
    const body: PublishedBody = {
      name: textIn(data, 'name'),
      description: textIn(data, 'description'),
      trained_words: listOf(textIn(data, 'words')),
      tags: listOf(textIn(data, 'tags')),
      licence: textIn(data, 'licence'),
      rating: RATINGS.find((one) => one === textIn(data, 'rating')) ?? 'PG',
      samples: [...samples],
      // What is not confirmed is refused by its name.
      no_person: (data.get('no_person') !== null) as true,
      ...(source === 'training' && { training: textIn(data, 'training') }),
      ...(source === 'file' && {
        base_model: base === OTHER_BASE ? textIn(data, 'other_base') : base,
      }),
    }
    publish.mutate(
      { body, file: source === 'file' ? file : null },
      {
        onSuccess: () => {
          form.current?.reset()
          setFile(null)
          setSamples([])
        },
      },
    )
  }
  return (
    <Form ref={form} onSubmit={submit}>
      <Stack gap="md" maw="42rem">
        <Segments
          aria-label={t('publish.source')}
          value={source ?? ''}
          onChange={(value) => setChosen(value)}
          data={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
          style={{ justifySelf: 'start' }}
        />
        {source === null && <Skeleton h={84} aria-hidden="true" />}
        {source === 'training' && (
          <TrainingChoice trainings={trainings} error={errors['training']} />
        )}
        {source === 'file' && (
          <FileChoice
            file={file}
            onChange={setFile}
            problem={fileProblem}
            error={errors['base_model']}
          />
        )}
        <TextInput
          name="name"
          label={t('publish.name')}
          required
          maxLength={100}
          error={errors['name']}
        />
        <Textarea
          name="description"
          label={t('publish.description')}
          autosize
          minRows={3}
          maxLength={5000}
          error={errors['description']}
        />
        <TextInput
          name="words"
          label={t('model.words')}
          description={t('publish.wordsHint')}
          error={errors['trained_words']}
        />
        <TextInput
          name="tags"
          label={t('tags')}
          description={t('publish.tagsHint')}
          error={errors['tags']}
        />
        <NativeSelect
          name="licence"
          label={t('model.licence')}
          data={LICENCES.map((value) => ({ value, label: value || t('model.noLicence') }))}
          error={errors['licence']}
        />
        <NativeSelect
          name="rating"
          label={t('filter.rating')}
          data={RATINGS.map((value) => ({ value, label: t(`rating.${value}`) }))}
          error={errors['rating']}
        />
        <SampleChoice chosen={samples} onChange={setSamples} error={errors['samples']} />
        <Checkbox
          name="no_person"
          label={t('publish.noPerson')}
          description={t('publish.noPersonHint')}
          error={errors['no_person']}
        />
        {progress !== null && (
          <Progress value={progress * 100} aria-label={t('publish.progress')} size="lg" />
        )}
        {other && (
          <Alert color="red" role="alert">
            {other}
          </Alert>
        )}
        {publish.isSuccess && (
          <Alert color="green" role="status">
            {t(publish.data.state === 'published' ? 'publish.done' : 'publish.waits')}
          </Alert>
        )}
        <Button type="submit" loading={publish.isPending} h={44} style={{ justifySelf: 'start' }}>
          {t('publish.submit')}
        </Button>
      </Stack>
    </Form>
  )
}

function TrainingChoice({
  trainings,
  error,
}: {
  trainings: ReturnType<typeof usePublishableTrainings>['data']
  error: string | undefined
}) {
  const t = useTexts()
  return (
    <NativeSelect
      name="training"
      label={t('publish.yours')}
      description={trainings?.length === 0 ? t('publish.noTraining') : t('publish.trainingHint')}
      data={(trainings ?? []).map(({ id, project_name: label }) => ({ value: id, label }))}
      error={error}
    />
  )
}

function FileChoice({
  file,
  onChange,
  problem,
  error,
}: {
  file: File | null
  onChange(file: File | null): void
  problem: string | undefined
  error: string | undefined
}) {
  const t = useTexts()
  const { data: models = [] } = useBaseModels()
  const [base, setBase] = useState('')
  const chosen = base || models[0]?.value || OTHER_BASE
  return (
    <>
      <FileInput
        label={t('publish.fileLabel')}
        description={t('publish.fileHint')}
        placeholder={t('publish.choose')}
        accept=".safetensors"
        value={file}
        error={problem}
        onChange={onChange}
        clearable
        clearButtonProps={{ 'aria-label': t('publish.clear') }}
      />
      <NativeSelect
        name="base"
        label={t('publish.base')}
        value={chosen}
        data={[...models, { value: OTHER_BASE, label: t('publish.otherBase') }]}
        error={chosen === OTHER_BASE ? undefined : error}
        onChange={({ currentTarget }) => setBase(currentTarget.value)}
      />
      {chosen === OTHER_BASE && (
        <TextInput
          name="other_base"
          label={t('publish.baseName')}
          placeholder={t('publish.baseExample')}
          maxLength={100}
          error={error}
        />
      )}
    </>
  )
}
