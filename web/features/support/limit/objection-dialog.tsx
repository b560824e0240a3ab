import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isBlank } from '#contract/is-blank.ts'
import { api, call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { AFTER_ACT } from '#web/lib/take-focus.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'

/** As the contract says, without its schemas. */
const LONGEST_TEXT = 5000

/** Asks the team to look again at the limit of an account; it goes on as a ticket. */
export function ObjectionDialog({ onClose }: { onClose(): void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [wasTried, setTried] = useState(false)
  const ask = useMutation({
    mutationFn: (said: string) => call(api.accountLimits.object, { body: { text: said } }),
    meta: { showsOwnErrors: true },
    onSuccess(ticket) {
      client.setQueryData(queryKeys.ticket(ticket.id), ticket)
      void refresh(client, queryKeys.ticketList)
      onClose()
      void navigate(paths.supportTicket.link(ticket.id), { state: AFTER_ACT })
    },
  })
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (isBlank(text)) focusFirstInvalid(form)
    else ask.mutate(text)
  }
  return (
    <DeferredDialog opened title={t('ask')} size={520} onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <Text>{t('intro')}</Text>
          <Textarea
            label={t('label')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maxLength={LONGEST_TEXT}
            error={wasTried && isBlank(text) && t('missing')}
            autosize
            minRows={4}
            maxRows={16}
            required
          />
          <Problem>{ask.isError && messageOf(ask.error)}</Problem>
          <Button type="submit" h={44} loading={ask.isPending}>
            {t('send')}
          </Button>
        </Stack>
      </Form>
    </DeferredDialog>
  )
}
