import { Button, Checkbox, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decision } from '#contract/reports.ts'
import { isBlank } from '#contract/is-blank.ts'
import { api, call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from '../texts.ts'

/** As the contract says, without its schemas. */
const LONGEST = 5000

/** Objects to a decision; against a copyright notice with name and address, which makes it a counter-notice. */
export function AppealForm({
  decision,
  onSent,
}: {
  decision: Decision
  onSent(decision: Decision): void
}) {
  const t = useTexts()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const isCounterNotice = decision.ground === 'copyright' && decision.reader === 'owner'
  const send = useMutation({
    mutationFn: () =>
      call(api.reports.appeal, {
        body: {
          decision: decision.id,
          text,
          ...(isCounterNotice && !isBlank(name) && { name, address }),
        },
      }),
    meta: { showsOwnErrors: true },
    onSuccess: onSent,
  })
  const [isSworn, setSworn] = useState(false)
  const [wasTried, setTried] = useState(false)
  const isSigned = isCounterNotice && !isBlank(name)
  const missing = {
    text: isBlank(text),
    address: isSigned && isBlank(address),
    sworn: isSigned && !isSworn,
  }
  const wrongOf = (field: keyof typeof missing) =>
    wasTried && missing[field] && t(field === 'sworn' ? 'missingSworn' : 'missing')
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (Object.values(missing).includes(true)) {
      focusFirstInvalid(form)
      return
    }
    send.mutate()
  }
  return (
    <Form onSubmit={submit} aria-labelledby="appeal">
      <Stack gap="sm">
        <Title order={2} fz="lg" id="appeal">
          {t('decision.appeal')}
        </Title>
        <Text>{t('decision.appealAbout', { day: formatDay(decision.appeal_until) })}</Text>
        <Textarea
          label={t('decision.appealText')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={LONGEST}
          required
          autosize
          minRows={3}
          error={wrongOf('text')}
        />
        {isCounterNotice && (
          <>
            <Text size="sm" c="dimmed">
              {t('counter.hint')}
            </Text>
            <TextInput
              label={t('counter.name')}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              maxLength={200}
              autoComplete="name"
            />
            <TextInput
              label={t('counter.address')}
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
              maxLength={500}
              required={isSigned}
              autoComplete="street-address"
              error={wrongOf('address')}
            />
            {isSigned && (
              <Checkbox
                required
                label={t('counter.sworn')}
                checked={isSworn}
                onChange={({ currentTarget }) => setSworn(currentTarget.checked)}
                error={wrongOf('sworn')}
              />
            )}
          </>
        )}
        <Problem size="md">{send.isError && messageOf(send.error)}</Problem>
        <Button type="submit" h={44} loading={send.isPending} style={{ alignSelf: 'start' }}>
          {t('decision.appealSend')}
        </Button>
      </Stack>
    </Form>
  )
}
