import { Button, Group, NumberInput, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useChangeEngine } from '../api/use-engines.ts'
import { typedNumber } from './typed-number.ts'

/** What an engine may do at once and cost a day, and its credentials. */
export function EngineLimitsDialog({ engine, onClose }: { engine: AdminEngine; onClose(): void }) {
  const { id, name, source } = engine
  const [concurrency, setConcurrency] = useState<number | string>(engine.concurrency ?? '')
  const [limit, setLimit] = useState<number | string>(
    engine.daily_limit === null ? '' : engine.daily_limit / 100,
  )
  const [credentials, setCredentials] = useState('')
  const change = useChangeEngine()

  async function submit(): Promise<void> {
    if (change.isPending) return
    const dollars = typedNumber(limit)
    try {
      await change.mutateAsync({
        id,
        concurrency: typedNumber(concurrency),
        daily_limit: dollars === null ? null : Math.round(dollars * 100),
        ...(credentials.trim() !== '' && { credentials: credentials.trim() }),
      })
      notifications.show({ message: `${name} was changed.` })
      onClose()
    } catch {
      // Told by the call itself; what was filled in stays.
    }
  }

  return (
    <Dialog lang="en" opened onClose={onClose} title={`Limits of ${name}`} size={440}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <NumberInput
            label="Jobs at once"
            description="Images, tools, videos and proposals together. Empty: as many as the workers have slots"
            value={concurrency}
            onChange={setConcurrency}
            min={1}
            max={64}
            allowDecimal={false}
            data-autofocus
          />
          <NumberInput
            label="Cost a day (USD)"
            description="Empty: no limit. At 80 % administrators get an email, at 100 % it takes no new jobs until midnight UTC."
            value={limit}
            onChange={setLimit}
            min={0}
            decimalScale={2}
            prefix="$"
          />
          {source === 'added' ? (
            <PasswordInput
              label="New credentials"
              description="Empty: they stay as they are"
              value={credentials}
              onChange={({ currentTarget }) => setCredentials(currentTarget.value)}
              autoComplete="off"
            />
          ) : (
            <Text size="sm" c="dimmed">
              Address and credentials stand in the settings of the program.
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
