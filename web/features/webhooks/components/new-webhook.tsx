import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS } from '#contract/values/webhooks.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { useAddWebhook } from '../lib/use-webhooks.ts'
import { useTexts } from '../texts.ts'
import { ShownSecret } from '#web/ui/shown-secret.tsx'
import { Form } from '#web/ui/form.tsx'

const EMPTY: { url: string; events: WebhookEvent[] } = { url: '', events: ['job.ended'] }

/** Adds an endpoint, and shows its secret once. */
export function NewWebhook() {
  const t = useTexts()
  const add = useAddWebhook()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const set = (changed: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...changed })
    setErrors({})
  }
  const submit = (form: HTMLFormElement) => {
    const url = values.url.trim()
    const missing = {
      ...(url === '' && { url: t('new.urlMissing') }),
      ...(values.events.length === 0 && { events: t('new.eventsMissing') }),
    }
    setErrors(missing)
    const [first] = Object.keys(missing)
    if (first === 'url') form.querySelector<HTMLElement>('[name="url"]')?.focus()
    if (first !== undefined) return
    add.mutate(
      { ...values, url },
      {
        onSuccess: () => setValues(EMPTY),
        onError: (error) => setErrors(fieldErrorsOf(error)),
      },
    )
  }
  return (
    <div>
      <Form onSubmit={submit} aria-label={t('new.title')}>
        <Stack>
          <TextInput
            label={t('new.url')}
            name="url"
            type="url"
            maw={560}
            maxLength={WEBHOOK_LIMITS.url}
            placeholder={t('new.example')}
            required
            value={values.url}
            onChange={({ currentTarget }) => set({ url: currentTarget.value })}
            error={errors['url']}
          />
          <Checkbox.Group
            label={t('new.events')}
            value={values.events}
            onChange={(events) => set({ events })}
            error={errors['events']}
          >
            <Stack gap={4} mt={4}>
              {WEBHOOK_EVENTS.map((event) => (
                <Checkbox
                  key={event}
                  value={event}
                  label={t(`event.${event}`)}
                  description={event}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {add.error && Object.keys(errors).length === 0 && (
            <Alert color="red" variant="light" title={t('new.failed')} role="alert">
              {messageOf(add.error)}
            </Alert>
          )}
          <Group>
            <Button type="submit" mih={44} loading={add.isPending}>
              {t('new.add')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {add.data && (
        <ShownSecret
          key={add.data.id}
          title={t('secret.of', { host: new URL(add.data.url).host })}
          secret={add.data.secret}
          hint={t('secret.once')}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
        />
      )}
    </div>
  )
}
