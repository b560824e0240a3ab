import { Button, Group, Text, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AdminAnnouncement } from '#contract/admin-announcements.ts'
import { isBlank } from '#contract/is-blank.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { joinedOf } from '#web/lib/differences.ts'
import { fieldErrorsOf, isConflict, messageOf } from '#web/lib/errors.ts'
import { AnnouncementBar, AnnouncementBars } from '#web/ui/announcement-bar.tsx'
import { ChangedMeanwhile, useConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useBrands } from '../api/use-installation.ts'
import { useAnnounce } from '../api/use-words.ts'
import { LANGUAGES, localTime, timeWords } from '../brands/brand-draft.ts'
import { CHANGED_WORDS } from '../settings/form-words.ts'
import classes from './words.module.css'

type Draft = ReturnType<typeof draftOf>

const draftOf = (news: AdminAnnouncement | null) => ({
  en: { text: news?.content.en.text ?? '', label: news?.content.en.label ?? '' },
  es: { text: news?.content.es.text ?? '', label: news?.content.es.label ?? '' },
  link: news?.link ?? '',
  from: localTime(news?.starts_at ?? new Date().toISOString()),
  until: news ? localTime(news.ends_at) : '',
  plan: news?.plan ?? ('' as PlanName | ''),
  brand: news?.brand ?? '',
})

const timeOf = (text: string): string => (text === '' ? '' : new Date(text).toISOString())
const orNull = (text: string) => (isBlank(text) ? null : text)

const bodyOf = ({ en, es, link, from, until, plan, brand }: Draft) => ({
  content: {
    en: { text: en.text, label: orNull(en.label) },
    es: { text: es.text, label: orNull(es.label) },
  },
  link: orNull(link),
  starts_at: timeOf(from),
  ends_at: timeOf(until),
  plan: plan === '' ? null : plan,
  brand: orNull(brand),
})

const PLAN_LABELS: Record<PlanName | '', string> = {
  '': 'Every plan',
  free: 'Free',
  basic: 'Basic',
  starter: 'Starter',
  hobby: 'Hobby',
  pro: 'Pro',
}

const LIKE_A_CUSTOMER = {
  en: { title: 'Preview in English', close: 'Close' },
  es: { title: 'Preview in Spanish', close: 'Cerrar' },
}

/** How the draft looks above a page, in both languages. */
function Preview({ draft }: { draft: Draft }) {
  return LANGUAGES.map(([language]) => (
    <div key={language} className={classes.preview} lang={language}>
      <AnnouncementBars title={LIKE_A_CUSTOMER[language].title}>
        <AnnouncementBar
          text={draft[language].text || '…'}
          link={orNull(draft.link)}
          label={draft[language].label}
          close={LIKE_A_CUSTOMER[language].close}
          onClose={() => {}}
        />
      </AnnouncementBars>
    </div>
  ))
}

const FIELD_NAMES: Record<string, string> = {
  'en.text': 'Text (English)',
  'es.text': 'Text (Spanish)',
  'en.label': 'Words of the link (English)',
  'es.label': 'Words of the link (Spanish)',
  link: 'Link',
  from: 'Shown from',
  until: 'Shown until',
  plan: 'Plan',
  brand: 'Brand',
}

/**
 * Writes an announcement.
 * @param props.news one to write again; null: a new one
 * @param props.saved the same as it is saved now
 */
export function AnnouncementForm({
  news,
  saved,
  onDone,
}: {
  news: AdminAnnouncement | null
  saved: AdminAnnouncement | null
  onDone(): void
}) {
  const announce = useAnnounce()
  const brands = useBrands()
  // The one that this began from; a colleague's, once what was changed here was put into it.
  const [began, setBegan] = useState(news)
  const [draft, setDraft] = useState(() => draftOf(news))
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const errors = fieldErrorsOf(announce.error)
  const save = (over: AdminAnnouncement | null, written: Draft) =>
    announce.mutate({ news: over, body: bodyOf(written) }, { onSuccess: onDone })
  const isLate = useConflict(
    began !== null && saved !== null && isConflict(announce.error),
    announce.isPending,
  )
  const there = draftOf(saved)
  const joined = joinedOf({ began: draftOf(began), saved: there, typed: draft })
  const brandChoices = [
    { value: '', label: 'Every brand' },
    ...(brands.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  /** A draft as people read it. */
  const shownOf = ({ from, until, plan, brand, ...texts }: Draft) => ({
    ...texts,
    from: timeWords(from),
    until: timeWords(until),
    plan: PLAN_LABELS[plan],
    brand: brandChoices.find(({ value }) => value === brand)?.label ?? brand,
  })
  // Of another part of the texts than a blank one, which says so itself.
  const isElsewhere =
    errors['content'] !== undefined && LANGUAGES.every(([of]) => !isBlank(draft[of].text))
  return (
    <form
      className={classes.section}
      noValidate
      aria-label={news ? 'Change the announcement' : 'New announcement'}
      onSubmit={(event) => {
        event.preventDefault()
        save(began, draft)
      }}
    >
      <div className={classes.pair}>
        {LANGUAGES.map(([language, title]) => (
          <Textarea
            key={language}
            label={`Text (${title})`}
            value={draft[language].text}
            error={
              errors['content'] !== undefined && isBlank(draft[language].text)
                ? 'Please write something here.'
                : undefined
            }
            autosize
            maxLength={300}
            required
            onChange={({ currentTarget: { value } }) =>
              set({ [language]: { ...draft[language], text: value } })
            }
          />
        ))}
        <TextInput
          label="Link"
          className={classes.whole}
          description="A page like /pricing, or an address; empty: none"
          value={draft.link}
          error={errors['link']}
          maxLength={500}
          onChange={({ currentTarget }) => set({ link: currentTarget.value })}
        />
        {LANGUAGES.map(([language, title]) => (
          <TextInput
            key={language}
            label={`Words of the link (${title})`}
            value={draft[language].label}
            maxLength={40}
            onChange={({ currentTarget: { value } }) =>
              set({ [language]: { ...draft[language], label: value } })
            }
          />
        ))}
        <TextInput
          type="datetime-local"
          label="Shown from"
          value={draft.from}
          error={errors['starts_at']}
          required
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Shown until"
          value={draft.until}
          error={errors['ends_at']}
          required
          onChange={({ currentTarget }) => set({ until: currentTarget.value })}
        />
        <NativeSelect
          label="Plan"
          value={draft.plan}
          data={(['', ...PLAN_NAMES] as const).map((value) => ({
            value,
            label: PLAN_LABELS[value],
          }))}
          onChange={({ currentTarget }) => set({ plan: currentTarget.value as Draft['plan'] })}
        />
        <NativeSelect
          label="Brand"
          value={draft.brand}
          data={brandChoices}
          onChange={({ currentTarget }) => set({ brand: currentTarget.value })}
        />
      </div>
      <Preview draft={draft} />
      {isLate && (
        <ChangedMeanwhile
          saved={shownOf(there)}
          typed={shownOf(joined)}
          nameOf={(path) => FIELD_NAMES[path.join('.')] ?? path.join(' ')}
          words={CHANGED_WORDS}
          isSaving={announce.isPending}
          onOverwrite={() => {
            setBegan(saved)
            setDraft(joined)
            save(saved, joined)
          }}
        />
      )}
      <Group>
        <Button type="submit" loading={announce.isPending}>
          {news ? 'Save' : 'Announce'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      {announce.error !== null && !isLate && (Object.keys(errors).length === 0 || isElsewhere) && (
        <Text role="alert" c="red">
          {errors['content'] ?? messageOf(announce.error)}
        </Text>
      )}
    </form>
  )
}
