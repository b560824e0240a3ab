import { Box, Button, Group, Text, TextInput, Textarea, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminMail, Wordings, WrittenMail } from '#contract/admin-mails.ts'
import { isBlank } from '#contract/is-blank.ts'
import { hasUnknownPlaceholder } from '#contract/values/admin-mails.ts'
import { joinedOf } from '#web/lib/differences.ts'
import { fieldErrorsOf, isConflict, messageOf } from '#web/lib/errors.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { ChangedMeanwhile, useConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useBrands } from '../api/use-installation.ts'
import { useChangeMail, useMailPreview, useUndoMail, useWrittenMails } from '../api/use-words.ts'
import { LANGUAGES } from '../brands/brand-draft.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { CHANGED_WORDS } from '../settings/form-words.ts'
import classes from './words.module.css'

type Language = 'en' | 'es'

const TITLES: Record<WrittenMail, { label: string; when: string }> = {
  welcome: { label: 'Welcome', when: 'Within a minute after an address is confirmed.' },
  first_image: {
    label: 'First image',
    when: 'After the first image of an account, once, and not within an hour after its address was confirmed.',
  },
  training_ready: { label: 'Model ready', when: 'When a training has made its model.' },
  back: {
    label: 'A month away',
    when: 'After 30 days without a visit, once in an absence, to people who have an image.',
  },
}

const FIELDS = [
  ['subject', 'Subject', 120],
  ['text', 'Text', 2000],
  ['button', 'Button', 60],
] as const

const TYPING_MS = 300

/** Names a text of an email: `Subject (English)`. */
const nameOfField = ([language, field]: readonly string[]): string =>
  `${FIELDS.find(([name]) => name === field)?.[1] ?? ''} (${LANGUAGES.find(([name]) => name === language)?.[1] ?? ''})`

/** Returns why a part of an email cannot be saved; undefined: it can. */
function faultOf(text: string): string | undefined {
  if (isBlank(text)) return 'Please write something here.'
  return hasUnknownPlaceholder(text) ? 'Only {site} can stand in braces.' : undefined
}

/** The mail as it would be sent now, before it is saved. */
function MailPreview({
  kind,
  wordings,
  language,
}: {
  kind: WrittenMail
  wordings: Wordings
  language: Language
}) {
  const brands = useBrands()
  const [brand, setBrand] = useState('')
  // The server draws it: only once nobody types any more.
  const [written] = useDebouncedValue(wordings, TYPING_MS)
  const preview = useMailPreview({ kind, wording: written[language], brand, language })
  return (
    <>
      <NativeSelect
        label="Preview for"
        value={brand}
        maw={280}
        data={(brands.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => setBrand(currentTarget.value)}
      />
      {preview.data && (
        <iframe
          className={classes.mail}
          title={`Preview: ${preview.data.subject}`}
          sandbox=""
          srcDoc={preview.data.html}
        />
      )}
    </>
  )
}

/** Texts of a mail that are being written, and the mail as it was when that began. */
interface Draft {
  of: AdminMail
  wordings: Wordings
}

/**
 * @param props.saved the email as it is saved now
 * @param props.onDraft called with null to show the saved texts again
 */
function MailEditor({
  draft,
  saved,
  onDraft,
}: {
  draft: Draft
  saved: AdminMail
  onDraft(draft: Draft | null): void
}) {
  const { of: mail, wordings } = draft
  const { kind, changed, changed_at, can_undo: canUndo, sent } = mail
  const [language, setLanguage] = useState<Language>('en')
  const change = useChangeMail()
  const undo = useUndoMail()
  const error = change.error ?? undo.error
  const errors = fieldErrorsOf(error)
  // Only a save has texts to compare with the colleague's. Undo and reset send none.
  const isLate = useConflict(
    isConflict(change.error) && change.variables?.wordings !== null,
    change.isPending,
  )
  const joined = joinedOf({ began: mail.wordings, saved: saved.wordings, typed: wordings })
  const [isTried, setTried] = useState(false)
  const wording = wordings[language]

  /** @param over the email that was looked at before */
  const keep = (kept: Wordings | null, over = mail) => {
    undo.reset()
    change.mutate(
      { kind, changed_at: over.changed_at, wordings: kept },
      {
        onSuccess() {
          onDraft(null)
          notifications.show({ message: 'The email is saved.' })
        },
      },
    )
  }

  function save(written: Wordings, over = mail): void {
    const wrong = LANGUAGES.find(([of]) => FIELDS.some(([name]) => faultOf(written[of][name])))
    setTried(wrong !== undefined)
    if (wrong) setLanguage(wrong[0])
    else keep(written, over)
  }

  /** Shows the texts that are saved, without what was written here. */
  const showSaved = () => {
    change.reset()
    undo.reset()
    onDraft(null)
  }
  const back = (
    <Button variant="default" size="sm" onClick={showSaved}>
      Show what is saved
    </Button>
  )

  return (
    <section aria-labelledby="mail" className={classes.section}>
      <Title order={2} id="mail" fz="lg">
        {TITLES[kind].label}
      </Title>
      <Text c="dimmed">
        {TITLES[kind].when} Sent in the last 30 days: {sent}.{' '}
        {changed ? 'The texts are your own.' : 'The texts are those of the program.'}
      </Text>
      <Segments<Language>
        aria-label="Language of the text"
        value={language}
        data={LANGUAGES.map(([value, label]) => ({ value, label }))}
        onChange={setLanguage}
        style={{ justifySelf: 'start' }}
      />
      <form
        noValidate
        aria-label={`Texts of ${TITLES[kind].label}`}
        onSubmit={(event) => {
          event.preventDefault()
          save(wordings)
        }}
      >
        {FIELDS.map(([name, label, most]) => {
          const Input = name === 'text' ? Textarea : TextInput
          return (
            <Input
              key={name}
              label={label}
              {...(name === 'text' && {
                autosize: true,
                minRows: 4,
                description: 'An empty line begins a paragraph. {site} is the name of the site.',
              })}
              mb="sm"
              value={wording[name]}
              maxLength={most}
              required
              error={isTried && faultOf(wording[name])}
              onChange={({ currentTarget: { value } }) =>
                onDraft({
                  of: mail,
                  wordings: { ...wordings, [language]: { ...wording, [name]: value } },
                })
              }
            />
          )
        })}
        <Group>
          <Button type="submit" loading={change.isPending}>
            Save both languages
          </Button>
          {canUndo && (
            <Button
              variant="default"
              loading={undo.isPending}
              onClick={() => {
                change.reset()
                undo.mutate({ kind, changed_at }, { onSuccess: () => onDraft(null) })
              }}
            >
              Undo the last change
            </Button>
          )}
          {changed && (
            <Button variant="default" onClick={() => keep(null)}>
              Use the program’s texts
            </Button>
          )}
        </Group>
        {error !== null && !isLate && (
          <Group mt="xs">
            <Text role="alert" c="red">
              {Object.values(errors)[0] ?? messageOf(error)}
            </Text>
            {isConflict(error) && back}
          </Group>
        )}
        {isLate && (
          <Box mt="sm">
            <ChangedMeanwhile
              saved={saved.wordings}
              typed={joined}
              nameOf={nameOfField}
              words={CHANGED_WORDS}
              isSaving={change.isPending}
              onOverwrite={() => {
                onDraft({ of: saved, wordings: joined })
                save(joined, saved)
              }}
            >
              {back}
            </ChangedMeanwhile>
          </Box>
        )}
      </form>
      <MailPreview kind={kind} wordings={wordings} language={language} />
    </section>
  )
}

/** Mails that come once, with their texts in both languages, a preview and one step back. */
export function MailsPage() {
  const mails = useWrittenMails()
  const [chosen, setChosen] = useState<WrittenMail>('welcome')
  // Of each email: reading another one in between loses nothing.
  const [drafts, setDrafts] = useState<Partial<Record<WrittenMail, Draft | null>>>({})
  const mail = mails.data?.results.find(({ kind }) => kind === chosen)
  return (
    <AdminFrame title="Emails">
      <Text>
        Each of these comes once, to people who confirmed their address and want such emails. They
        end it by one press in their email program, or on their account page.
      </Text>
      {mail ? (
        <>
          <Segments<WrittenMail>
            aria-label="Email"
            value={chosen}
            data={(mails.data?.results ?? []).map(({ kind }) => ({
              value: kind,
              label: TITLES[kind].label,
            }))}
            onChange={setChosen}
            style={{ justifySelf: 'start' }}
          />
          <MailEditor
            key={chosen}
            draft={drafts[chosen] ?? { of: mail, wordings: mail.wordings }}
            saved={mail}
            onDraft={(draft) => setDrafts((before) => ({ ...before, [chosen]: draft }))}
          />
        </>
      ) : (
        <TableState isError={mails.isError} onRetry={() => void mails.refetch()} />
      )}
    </AdminFrame>
  )
}
