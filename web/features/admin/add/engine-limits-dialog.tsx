import { Button, Group, NumberInput, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLanguage } from '#web/lib/texts.ts'
import { Form } from '#web/ui/form.tsx'
import { useChangeEngine } from '../api/use-engines.ts'
import { typedNumber } from './typed-number.ts'
import { useTexts } from './texts.ts'

/** Changes the limits of an engine, jobs at once and cost a day, and its credentials. */
export function EngineLimitsDialog({ engine, onClose }: { engine: AdminEngine; onClose(): void }) {
  const t = useTexts()
  const language = useLanguage()
  const { id, name, source } = engine
  const [concurrency, setConcurrency] = useState<number | string>(engine.concurrency ?? '')
  const [limit, setLimit] = useState<number | string>(
    engine.daily_limit === null ? '' : engine.daily_limit / 100,
  )
  const [credentials, setCredentials] = useState('')
  const change = useChangeEngine()
  const errors = fieldErrorsOf(change.error)

  async function submit(form: HTMLFormElement): Promise<void> {
    if (change.isPending) return
    const dollars = typedNumber(limit)
    try {
      await change.mutateAsync({
        id,
        concurrency: typedNumber(concurrency),
        daily_limit: dollars === null ? null : Math.round(dollars * 100),
        ...(credentials.trim() !== '' && { credentials: credentials.trim() }),
      })
      notifications.show({ message: t('limits.saved', { name }) })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) {
        handleError(error)
        return
      }
      focusFirstInvalid(form)
    }
  }

  return (
    <Dialog lang={language} opened onClose={onClose} title={t('limits.title', { name })} size={440}>
      <Form onSubmit={submit}>
        <Stack>
          <NumberInput
            label={t('atOnce')}
            description={t('atOnce.about')}
            value={concurrency}
            onChange={setConcurrency}
            error={errors['concurrency']}
            min={1}
            max={64}
            allowDecimal={false}
            data-autofocus
          />
          <NumberInput
            label={t('limits.cost')}
            description={t('limits.cost.about')}
            value={limit}
            onChange={setLimit}
            error={errors['daily_limit']}
            min={0}
            decimalScale={2}
            prefix="$"
          />
          {source === 'added' ? (
            <PasswordInput
              label={t('limits.credentials')}
              description={t('limits.credentials.about')}
              value={credentials}
              onChange={({ currentTarget }) => setCredentials(currentTarget.value)}
              error={errors['credentials']}
              autoComplete="off"
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('limits.fromSettings')}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('limits.save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
