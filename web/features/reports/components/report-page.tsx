import { Anchor, Button, Checkbox, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { reports } from '#contract/reports.ts'
import { api, call, type Sent } from '#web/lib/api.ts'
import { paths } from '#contract/paths.ts'
import { isBlank } from '#contract/is-blank.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from '../texts.ts'
import { type Reason, ReasonChoice } from './reason-choice.tsx'

type Body = Sent<typeof reports.create>['body']
type Kind = 'image' | 'model' | 'comment' | 'creator'

/** What the page is about, as its address says; null: the reporter names a page. */
export type Reported = { kind: Kind; id: string } | null

/** As the contract says, without its schemas. */
const LONGEST = 5000
/** Grounds whose notices are signed. */
const isSigned = (reason: Reason | null): boolean => reason === 'copyright' || reason === 'intimate'

const MISSING: Partial<Record<string, 'missingSworn' | 'missingReason'>> = {
  sworn: 'missingSworn',
  reason: 'missingReason',
}

/** Where anybody reports something that is published, with or without an account. */
export function ReportPage({ reported }: { reported: Reported }) {
  const t = useTexts()
  const { me } = useSession()
  const [reason, setReason] = useState<Reason | null>(null)
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const send = useMutation({
    mutationFn: (body: Body) => call(api.reports.create, { body }),
    meta: { showsOwnErrors: true },
  })
  const [isSworn, setSworn] = useState(false)
  const [wasTried, setTried] = useState(false)
  const isCopyright = reason === 'copyright'
  const missing = {
    url: reported === null && isBlank(url),
    reason: reason === null,
    text: isCopyright && isBlank(text),
    email: isCopyright && me === null && isBlank(email),
    name: isSigned(reason) && isBlank(name),
    sworn: isSigned(reason) && !isSworn,
  }
  const refused = fieldErrorsOf(send.error)
  const wrongOf = (field: keyof typeof missing) =>
    (wasTried && missing[field] && t(MISSING[field] ?? 'missing')) || refused[field]
  if (send.isSuccess)
    return <Sent hasMail={email !== '' || me !== null} onAnother={() => send.reset()} />

  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (reason === null || Object.values(missing).includes(true)) {
      focusFirstInvalid(form)
      return
    }
    send.mutate({
      ...(reported ? { [reported.kind]: reported.id } : { url }),
      reason,
      text,
      ...(email !== '' && { email }),
      ...(isSigned(reason) && name !== '' && { name }),
    })
  }
  const hint = reason === 'copyright' || reason === 'intimate' ? reason : 'other'
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Title order={1}>{t('title')}</Title>
          <Text c="dimmed" mt="xs">
            {t('intro')}
          </Text>
        </div>
        {reported ? (
          <About reported={reported} />
        ) : (
          <TextInput
            label={t('url')}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            maxLength={2000}
            required
            error={wrongOf('url')}
          />
        )}
        <ReasonChoice
          value={reason}
          error={wrongOf('reason')}
          onChange={(chosen) => {
            setReason(chosen)
            // What is sworn to differs.
            setSworn(false)
          }}
        />
        <Textarea
          label={t('explain')}
          description={t(`explainHint.${hint}`)}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={LONGEST}
          required={isCopyright}
          autosize
          minRows={3}
          error={wrongOf('text')}
        />
        {me === null && (
          <TextInput
            type="email"
            label={t('email')}
            description={t('emailHint')}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            required={isCopyright}
            autoComplete="email"
            error={wrongOf('email')}
          />
        )}
        {isSigned(reason) && (
          <>
            <TextInput
              label={t('name')}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              maxLength={200}
              required
              autoComplete="name"
              error={wrongOf('name')}
            />
            <Checkbox
              required
              checked={isSworn}
              onChange={({ currentTarget }) => setSworn(currentTarget.checked)}
              error={wrongOf('sworn')}
              label={t(isCopyright ? 'copyright.sworn' : 'sworn.intimate')}
            />
          </>
        )}
        <Problem size="md">{send.isError && messageOf(send.error)}</Problem>
        <Button type="submit" h={44} loading={send.isPending} style={{ justifySelf: 'start' }}>
          {t('send')}
        </Button>
      </Stack>
    </Form>
  )
}

function About({ reported: { kind, id } }: { reported: NonNullable<Reported> }) {
  const t = useTexts()
  const pages = { image: paths.exploreImage, model: paths.exploreModel, creator: paths.creator }
  return (
    <Text>
      {t('about')}:{' '}
      {kind === 'comment' ? (
        t('about.comment')
      ) : (
        <Anchor component={Link} to={pages[kind].link(id)}>
          {t(`about.${kind}`)}
        </Anchor>
      )}
    </Text>
  )
}

function Sent({ hasMail, onAnother }: { hasMail: boolean; onAnother(): void }) {
  const t = useTexts()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the form.
  useEffect(() => title.current?.focus(), [])
  return (
    <Stack gap="md" align="start">
      <Title order={1} tabIndex={-1} ref={title}>
        {t('sent')}
      </Title>
      {hasMail && <Text role="status">{t('sentMail')}</Text>}
      <Button
        component={Link}
        to={paths.report.link()}
        variant="default"
        h={44}
        onClick={onAnother}
      >
        {t('another')}
      </Button>
    </Stack>
  )
}
