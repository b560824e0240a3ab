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
import type { PackDetail, PackKind } from '#contract/packs.ts'
import { PACK_SUBJECTS } from '#contract/values/packs.ts'
import { isBlank } from '#contract/is-blank.ts'
import { fieldErrorsOf, isConflict, messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { ChangedMeanwhile, useConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { useChangedWords } from '#web/ui/changed-meanwhile/texts.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { type PackBody, usePack, usePackActions } from '../api/use-packs.ts'
import { pagesOf } from '../lib/kinds.ts'
import {
  draftOf,
  joinedDraft,
  nameOfField,
  type PackDraft,
  SECONDS,
  shownDraft,
} from '../lib/pack-draft.ts'
import { bodyOf, carrySettings, isEdge, linesOf, PLAIN } from '../lib/shot-settings.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'
import { ShotSettingsFields } from './shot-settings-fields.tsx'

const loadTagsField = () => import('./tags-field.tsx').then(({ TagsField }) => TagsField)

/** Writes a pack, or changes one. */
export function CreatePackPage({ kind }: { kind: PackKind }) {
  const [search] = useSearchParams()
  const id = search.get('pack')
  const { data: pack, isFetchedAfterMount } = usePack(kind, id, true)
  if (id === null) return <PackForm kind={kind} pack={null} saved={null} />
  if (!isFetchedAfterMount) return <Skeleton h={400} radius={16} />
  return <PackEditor key={id} kind={kind} saved={pack ?? null} />
}

/** A form of a pack that could be changed when it was opened: where it no longer can, what was typed stays and the refusal is shown. */
function PackEditor({ kind, saved }: { kind: PackKind; saved: PackDetail | null }) {
  const t = useTexts()
  const [pack, setPack] = useState<PackDetail | null>(null)
  if (pack === null && saved?.can_edit) setPack(saved)
  if (pack === null) return <EmptyState text={t('detail.gone')} />
  return <PackForm kind={kind} pack={pack} saved={saved} />
}

/** A pack as it is sent. */
const sentOf = (kind: PackKind, { prompts, settings, seconds, ...draft }: PackDraft): PackBody => ({
  ...draft,
  shots: linesOf(prompts).map((prompt, index) => ({
    prompt,
    ...bodyOf(kind, settings[index] ?? PLAIN),
    ...(kind === 'video' && { duration: seconds }),
  })),
})

/**
 * @param props.pack the one that is changed, as it was opened; null: a new one
 * @param props.saved the same as it is saved now
 */
function PackForm({
  kind,
  pack,
  saved,
}: {
  kind: PackKind
  pack: PackDetail | null
  saved: PackDetail | null
}) {
  // The one that this began from; somebody else's, once what was changed here was put into it.
  const [began, setBegan] = useState(pack)
  const t = useTexts()
  const changedWords = useChangedWords()
  const navigate = useNavigate()
  const { save } = usePackActions(kind)
  const [draft, setDraft] = useState(() => draftOf(kind, pack))
  const set = (part: Partial<PackDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { title, description, tags, subject, prompts, seconds, settings } = draft
  const [chosen, setChosen] = useState<number | null>(null)
  const lines = linesOf(prompts)
  const [wasTried, setTried] = useState(false)
  const { least, most } = PACK_LIMITS.shots
  const isCountWrong = lines.length < least || lines.length > most
  const errors = fieldErrorsOf(save.error)
  const other = save.error && Object.keys(errors).length === 0 ? messageOf(save.error) : null

  const isLate = useConflict(
    began !== null && saved?.can_edit === true && isConflict(save.error),
    save.isPending,
  )
  const there = draftOf(kind, saved)
  const joined = joinedDraft({ began: draftOf(kind, began), saved: there, typed: draft })
  const send = (over: PackDetail | null, written: PackDraft) =>
    save.mutate(
      { pack: over, body: sentOf(kind, written) },
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
    send(began, draft)
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
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Textarea
          label={t('form.description')}
          value={description}
          autosize
          minRows={2}
          maxLength={500}
          error={errors['description']}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <Deferred
          load={loadTagsField}
          props={{
            tags,
            problem: errors['tags'],
            onChange: (next: string[]) => set({ tags: next }),
          }}
          fallback={<Skeleton h={80} />}
        />
        <NativeSelect
          label={t('form.subject')}
          description={t('form.subjectHint')}
          value={subject}
          data={PACK_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
          error={errors['subject']}
          onChange={({ currentTarget: { value } }) =>
            set({ subject: PACK_SUBJECTS.find((one) => one === value) ?? 'none' })
          }
        />
        {kind === 'video' && (
          <NumberInput
            label={t('form.seconds')}
            value={seconds}
            min={1}
            max={8}
            allowDecimal={false}
            onChange={(value) => set({ seconds: Number(value) || SECONDS })}
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
          onChange={({ currentTarget: { value } }) =>
            set({ prompts: value, settings: carrySettings(lines, linesOf(value), settings) })
          }
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
            set({
              settings: lines.map((_, at) => ({
                ...(settings[at] ?? PLAIN),
                ...(at === index && changes),
              })),
            })
          }
        />
        {isLate && (
          <ChangedMeanwhile
            saved={shownDraft(kind, there, t)}
            typed={shownDraft(kind, joined, t)}
            nameOf={(path) => nameOfField(path, t)}
            words={changedWords}
            isSaving={save.isPending}
            onOverwrite={() => {
              setBegan(saved)
              setDraft(joined)
              send(saved, joined)
            }}
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
