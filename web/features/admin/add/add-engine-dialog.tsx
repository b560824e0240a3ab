import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { z } from 'zod'
import type { EngineKindChoice } from '#contract/admin-engines.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useLanguage } from '#web/lib/texts.ts'
import { Form } from '#web/ui/form.tsx'
import { useAddEngine } from '../api/use-engines.ts'
import { useTexts } from './texts.ts'

type Kind = z.infer<typeof EngineKindChoice>

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** Returns the hint that the field for the address has. */
function addressHint(needs: Kind['needs'], takesOptions: boolean) {
  if (needs === 'key') return 'engine.address.usual'
  return takesOptions ? 'engine.address.options' : 'engine.address.server'
}

/** Adds a server or a service. */
export function AddEngineDialog({ kinds, onClose }: { kinds: readonly Kind[]; onClose(): void }) {
  const t = useTexts()
  const language = useLanguage()
  const [kind, setKind] = useState(kinds[0]?.kind ?? '')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [credentials, setCredentials] = useState('')
  const [concurrency, setConcurrency] = useState<number | string>('')
  /** Null: it was not asked whether this kind works with this address and these credentials, or it works. */
  const [isUnchecked, setUnchecked] = useState<boolean | null>(null)
  const add = useAddEngine()
  const errors = fieldErrorsOf(add.error)
  const { needs = 'address', takes_options: takesOptions = false } =
    kinds.find((one) => one.kind === kind) ?? {}

  /** Names a kind in the language of the page; one that is called by its own name has no other. */
  const labelOf = (value: string): string | null =>
    value === 'a1111' ? t('engine.kind.a1111') : value === 'openai' ? t('engine.kind.openai') : null

  async function submit(form: HTMLFormElement): Promise<void> {
    if (add.isPending) return
    try {
      await add.mutateAsync({
        kind,
        name,
        url: orNull(url),
        credentials: orNull(credentials),
        concurrency: typeof concurrency === 'number' ? concurrency : null,
        unchecked: isUnchecked ?? false,
      })
      notifications.show({ message: t('engine.added', { name }) })
      onClose()
    } catch (error) {
      const refused = fieldErrorsOf(error)
      if (Object.keys(refused).length === 0) {
        handleError(error)
        return
      }
      if ('unchecked' in refused) setUnchecked(false)
      focusFirstInvalid(form)
    }
  }

  return (
    <Dialog lang={language} opened onClose={onClose} title={t('engine.title')} size={480}>
      <Form onSubmit={submit}>
        <Stack>
          <NativeSelect
            label={t('engine.kind')}
            data={kinds.map(({ kind: value, title }) => ({
              value,
              label: labelOf(value) ?? title,
            }))}
            value={kind}
            onChange={({ currentTarget }) => {
              setKind(currentTarget.value)
              setUnchecked(null)
            }}
            error={errors['kind']}
            data-autofocus
          />
          <TextInput
            label={t('engine.name')}
            description={t('engine.name.about')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={80}
            error={errors['name']}
            required
          />
          <TextInput
            label={t('engine.address')}
            description={t(addressHint(needs, takesOptions))}
            value={url}
            onChange={({ currentTarget }) => {
              setUrl(currentTarget.value)
              setUnchecked(null)
            }}
            error={errors['url']}
            inputMode="url"
            required={needs === 'address'}
          />
          <PasswordInput
            label={t(needs === 'key' ? 'engine.key' : 'engine.credentials')}
            description={t(needs === 'key' ? 'engine.key.about' : 'engine.credentials.about')}
            value={credentials}
            onChange={({ currentTarget }) => {
              setCredentials(currentTarget.value)
              setUnchecked(null)
            }}
            error={errors['credentials']}
            autoComplete="off"
            required={needs === 'key'}
          />
          <NumberInput
            label={t('atOnce')}
            description={t('atOnce.about')}
            value={concurrency}
            onChange={setConcurrency}
            error={errors['concurrency']}
            min={1}
            max={64}
            allowDecimal={false}
          />
          {isUnchecked !== null && (
            <Checkbox
              label={t('engine.unchecked')}
              description={t('engine.unchecked.about')}
              checked={isUnchecked}
              onChange={({ currentTarget }) => setUnchecked(currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t('engine.add')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
