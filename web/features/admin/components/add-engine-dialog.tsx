import { Button, Group, NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { z } from 'zod'
import type { EngineKindChoice } from '#contract/admin-engines.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useAddEngine } from '../api/use-engines.ts'

type Kind = z.infer<typeof EngineKindChoice>

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

function addressHint(needs: Kind['needs'], takesOptions: boolean): string {
  if (needs === 'key') return 'Empty: the usual address'
  return takesOptions
    ? 'As in http://192.168.0.7:8000/v1?preset=vllm-omni (or openai, sd-server, generic). What else it may say, such as credits and cents, stands in docs/models.md'
    : 'As in http://192.168.0.7:7860'
}

/** Adds a server or a service. */
export function AddEngineDialog({ kinds, onClose }: { kinds: readonly Kind[]; onClose(): void }) {
  const [kind, setKind] = useState(kinds[0]?.kind ?? '')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [credentials, setCredentials] = useState('')
  const [concurrency, setConcurrency] = useState<number | string>('')
  const add = useAddEngine()
  const errors = fieldErrorsOf(add.error)
  const { needs = 'address', takes_options: takesOptions = false } =
    kinds.find((one) => one.kind === kind) ?? {}

  async function submit(): Promise<void> {
    if (add.isPending) return
    try {
      await add.mutateAsync({
        kind,
        name,
        url: orNull(url),
        credentials: orNull(credentials),
        concurrency: typeof concurrency === 'number' ? concurrency : null,
      })
      notifications.show({ message: `${name} was added. Test it to see what it has.` })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }

  return (
    <Dialog lang="en" opened onClose={onClose} title="Add an engine" size={480}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <NativeSelect
            label="Kind"
            data={kinds.map(({ kind: value, title }) => ({ value, label: title }))}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
            error={errors['kind']}
            data-autofocus
          />
          <TextInput
            label="Name"
            description="For administrators; customers never see it"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={80}
            error={errors['name']}
            required
          />
          <TextInput
            label="Address"
            description={addressHint(needs, takesOptions)}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            error={errors['url']}
            inputMode="url"
            required={needs === 'address'}
          />
          <PasswordInput
            label={needs === 'key' ? 'Key' : 'Credentials'}
            description={`${needs === 'key' ? '' : 'user:password, or a token. '}Kept sealed, and never shown again.`}
            value={credentials}
            onChange={({ currentTarget }) => setCredentials(currentTarget.value)}
            error={errors['credentials']}
            autoComplete="off"
            required={needs === 'key'}
          />
          <NumberInput
            label="Jobs at once"
            description="Images, tools, videos and proposals together. Empty: as many as the workers have slots"
            value={concurrency}
            onChange={setConcurrency}
            error={errors['concurrency']}
            min={1}
            max={64}
            allowDecimal={false}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
