import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketDetail } from '#contract/support.ts'
import { isBlank } from '#contract/is-blank.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useOpenTicket } from '../api/use-support.ts'
import { useTexts } from '../texts.ts'
import { About } from './about.tsx'

/** As the contract says, without its schemas. */
const LONGEST = { subject: 150, text: 5000 }

/** What the person came from: a job or a payment of theirs. */
function Subjects({ job, payment }: { job: string | null; payment: string | null }) {
  const ofJob = useQuery({
    queryKey: queryKeys.job(job ?? ''),
    queryFn: ({ signal }) =>
      call(api.inferenceJobs.detail, { params: { id: job ?? '' } }, { signal }),
    enabled: job !== null,
    meta: { showsOwnErrors: true },
  })
  const billing = useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => call(api.billing.state, {}, { signal }),
    enabled: payment !== null,
    meta: { showsOwnErrors: true },
  })
  const paid = billing.data?.invoices.find(({ id }) => id === payment)
  return <About job={ofJob.data ?? null} payment={paid ?? null} />
}

/** Writes to support, about a job or a payment if one came from there. */
export function NewTicket({
  job = null,
  payment = null,
  onOpened,
}: {
  job?: string | null
  payment?: string | null
  onOpened(ticket: TicketDetail): void
}) {
  const t = useTexts()
  const open = useOpenTicket()
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const [wasTried, setTried] = useState(false)
  const missing = { subject: isBlank(subject), text: isBlank(text) }
  const refused = fieldErrorsOf(open.error)
  const wrongOf = (field: keyof typeof missing) =>
    (wasTried && missing[field] && t('missing')) || refused[field]
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (missing.subject || missing.text) {
      focusFirstInvalid(form)
      return
    }
    open.mutate({ subject, text, job, payment }, { onSuccess: onOpened })
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <Subjects job={job} payment={payment} />
        {job !== null && <Text size="sm">{t('new.job')}</Text>}
        <TextInput
          label={t('new.subject')}
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          maxLength={LONGEST.subject}
          error={wrongOf('subject')}
          required
        />
        <Textarea
          label={t('new.text')}
          description={t('new.hint')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={LONGEST.text}
          error={wrongOf('text')}
          autosize
          minRows={4}
          maxRows={16}
          required
        />
        <Problem>{open.isError && messageOf(open.error)}</Problem>
        <Button type="submit" h={44} loading={open.isPending} style={{ alignSelf: 'start' }}>
          {t('new.send')}
        </Button>
      </Stack>
    </Form>
  )
}
