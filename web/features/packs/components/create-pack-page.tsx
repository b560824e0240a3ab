import {
  Button,
  Group,
  NumberInput,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import type { PackDetail, PackKind, PackSubject } from '#contract/packs.ts'
import { PACK_SUBJECTS } from '#contract/values/packs.ts'
import { isBlank } from '#contract/is-blank.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { ChangedMeanwhile, isConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { type PackBody, usePack, usePackActions } from '../api/use-packs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { draftOf, editableOf, nameOfField } from '../lib/pack-draft.ts'
import { bodyOf, carrySettings, isEdge, linesOf, PLAIN, settingsOf } from '../lib/shot-settings.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'
import { ShotSettingsFields } from './shot-settings-fields.tsx'

const loadTagsField = () => import('./tags-field.tsx').then(({ TagsField }) => TagsField)

/** Writes a pack, or changes one. */
export function CreatePackPage({ kind }: { kind: PackKind }) {
  const t = useTexts()
  const [search] = useSearchParams()
  const id = search.get('pack')
  const { data: pack, isFetchedAfterMount } = usePack(kind, id, true)
  if (id !== null && !isFetchedAfterMount) return <Skeleton h={400} radius={16} />
  if (id !== null && !pack?.can_edit) return <EmptyState text={t('detail.gone')} />
  return <PackForm key={id ?? ''} kind={kind} saved={pack ?? null} />
}

const SECONDS = 2

/** @param props.saved the pack as it is saved now; null: a new one */
function PackForm({ kind, saved }: { kind: PackKind; saved: PackDetail | null }) {
  // The form began from this one, which somebody else's change does not replace.
  const [pack] = useState(saved)
  const t = useTexts()
  const navigate = useNavigate()
  const { save } = usePackActions(kind)
  const [title, setTitle] = useState(pack?.title ?? '')
  const [description, setDescription] = useState(pack?.description ?? '')
  const [tags, setTags] = useState(pack?.tags ?? [])
  const [subject, setSubject] = useState<PackSubject>(
    pack?.subject ?? (kind === 'photo' ? 'person' : 'none'),
  )
  const [prompts, setPrompts] = useState(pack?.shots.map(({ prompt }) => prompt).join('\n') ?? '')
  const [seconds, setSeconds] = useState(pack?.shots[0]?.duration ?? SECONDS)
  const [settings, setSettings] = useState(() => pack?.shots.map(settingsOf) ?? [])
  const [chosen, setChosen] = useState<number | null>(null)
  const lines = linesOf(prompts)
  const [wasTried, setTried] = useState(false)
  const { least, most } = PACK_LIMITS.shots
  const isCountWrong = lines.length < least || lines.length > most
  const errors = fieldErrorsOf(save.error)
  const other = save.error && Object.keys(errors).length === 0 ? messageOf(save.error) : null

  const isLate = saved !== null && isConflict(save.error)
  const body: PackBody = {
    title,
    description,
    tags,
    subject,
    shots: lines.map((prompt, index) => ({
      prompt,
      ...bodyOf(kind, settings[index] ?? PLAIN),
      ...(kind === 'video' && { duration: seconds }),
    })),
  }
  const saveOver = (over: PackDetail | null) =>
    save.mutate(
      { pack: over, body },
      { onSuccess: ({ id }) => void navigate(pagesOf(kind).detail.link(id)) },
    )

  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (isBlank(title) || isCountWrong) {
      focusFirstInvalid(form)
      return
    }
    const faulty = settings.findIndex(({ width, height }) => !isEdge(width) || !isEdge(height))
    if (faulty >= 0) {
      setChosen(faulty)
      return
    }
    saveOver(pack)
  }
  return (
    <Form onSubmit={submit} className={classes.form}>
      <Title order={1}>{t(pack ? 'form.change' : `form.title.${kind}`)}</Title>
      <Text c="dimmed" mb="lg">
        {t('form.intro')}
      </Text>
      <Stack gap="md">
        <TextInput
          label={t('form.name')}
          value={title}
          required
          maxLength={80}
          error={(wasTried && isBlank(title) && t('form.missing')) || errors['title']}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={t('form.description')}
          value={description}
          autosize
          minRows={2}
          maxLength={500}
          error={errors['description']}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Deferred
          load={loadTagsField}
          props={{ tags, problem: errors['tags'], onChange: setTags }}
          fallback={<Skeleton h={80} />}
        />
        <NativeSelect
          label={t('form.subject')}
          description={t('form.subjectHint')}
          value={subject}
          data={PACK_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
          error={errors['subject']}
          onChange={({ currentTarget: { value } }) =>
            setSubject(PACK_SUBJECTS.find((one) => one === value) ?? 'none')
          }
        />
        {kind === 'video' && (
          <NumberInput
            label={t('form.seconds')}
            value={seconds}
            min={1}
            max={8}
            allowDecimal={false}
            onChange={(value) => setSeconds(Number(value) || SECONDS)}
          />
        )}
        <Textarea
          label={t('form.prompts')}
          description={t(subject === 'none' ? 'form.promptsHint' : 'form.promptsSubjectHint', {
            least,
            most,
          })}
          value={prompts}
          required
          autosize
          minRows={least}
          error={
            (wasTried && isCountWrong && t('form.promptsFault', { least, most })) || errors['shots']
          }
          onChange={({ currentTarget }) => {
            setPrompts(currentTarget.value)
            setSettings(carrySettings(lines, linesOf(currentTarget.value), settings))
          }}
        />
        <Text size="sm" className="tabular" role="status">
          {t('form.count', { count: lines.length })}
        </Text>
        <ShotSettingsFields
          kind={kind}
          prompts={lines}
          settings={settings}
          chosen={chosen}
          onChoose={setChosen}
          onChange={(index, changes) =>
            setSettings(
              lines.map((_, at) => ({ ...(settings[at] ?? PLAIN), ...(at === index && changes) })),
            )
          }
        />
        {isLate && (
          <ChangedMeanwhile
            saved={draftOf(saved, t)}
            typed={{
              title,
              description,
              tags,
              subject: t(`subject.${subject}`),
              prompts: lines,
              ...(kind === 'video' && { seconds }),
              settings: lines.map((_, at) => editableOf(settings[at] ?? PLAIN)),
            }}
            nameOf={(path) => nameOfField(path, t)}
            isSaving={save.isPending}
            onOverwrite={() => saveOver(saved)}
          />
        )}
        <Problem size="md">{isLate ? null : other}</Problem>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
