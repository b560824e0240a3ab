import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import type { ApiKeyRequest } from '#contract/api-keys.ts'
import { KEY_LIMITS } from '#contract/values/api-keys.ts'
import { KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { ShownSecret } from '#web/ui/shown-secret.tsx'
import { Form } from '#web/ui/form.tsx'
import { useCreateKey } from '../lib/use-api-keys.ts'
import { useTexts } from '../texts.ts'

interface Values {
  name: string
  scopes: KeyScope[]
  daily: number | string
  calls: number | string
  images: number | string
}

const { dailyCredits, callsPerMinute, imagesAtOnce } = KEY_LIMITS
const EMPTY: Values = {
  name: '',
  scopes: ['generate'],
  daily: '',
  calls: callsPerMinute.usual,
  images: imagesAtOnce.usual,
}
const requestOf = ({ name, scopes, daily, calls, images }: Values): ApiKeyRequest => ({
  name: name.trim(),
  scopes,
  daily_credits: daily === '' ? null : Number(daily),
  calls_per_minute: calls === '' ? callsPerMinute.usual : Number(calls),
  images_at_once: images === '' ? imagesAtOnce.usual : Number(images),
})

/** Makes a key, and shows it once. */
export function NewKey() {
  const t = useTexts()
  const create = useCreateKey()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const set = (changed: Partial<Values>) => {
    setValues({ ...values, ...changed })
    setErrors({})
  }
  const submit = (form: HTMLFormElement) => {
    const missing = {
      ...(values.name.trim() === '' && { name: t('newKey.nameMissing') }),
      ...(values.scopes.length === 0 && { scopes: t('newKey.scopesMissing') }),
    }
    setErrors(missing)
    const [first] = Object.keys(missing)
    if (first === 'name') form.querySelector<HTMLElement>('[name="name"]')?.focus()
    if (first !== undefined) return
    create.mutate(requestOf(values), {
      onSuccess: () => setValues(EMPTY),
      onError: (error) => setErrors(fieldErrorsOf(error)),
    })
  }
  return (
    <section aria-labelledby="api-new-key">
      <Title order={2} fz="lg" mb="xs" id="api-new-key">
        {t('newKey.title')}
      </Title>
      <Form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('newKey.name')}
            name="name"
            maw={420}
            maxLength={KEY_LIMITS.name}
            required
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={errors['name']}
          />
          <Checkbox.Group
            label={t('newKey.scopes')}
            value={values.scopes}
            onChange={(scopes) => set({ scopes })}
            error={errors['scopes']}
          >
            <Stack gap={4} mt={4}>
              {KEY_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`scope.${scope}`)}
                  description={t(`scope.${scope}.hint`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'end' }}>
            <NumberInput
              label={t('newKey.daily')}
              placeholder={t('newKey.noLimit')}
              min={dailyCredits.min}
              max={dailyCredits.max}
              allowDecimal={false}
              value={values.daily}
              onChange={(daily) => set({ daily })}
              error={errors['daily_credits']}
            />
            <NumberInput
              label={t('newKey.calls')}
              min={callsPerMinute.min}
              max={callsPerMinute.max}
              allowDecimal={false}
              value={values.calls}
              onChange={(calls) => set({ calls })}
              error={errors['calls_per_minute']}
            />
            <NumberInput
              label={t('newKey.images')}
              min={imagesAtOnce.min}
              max={imagesAtOnce.max}
              allowDecimal={false}
              value={values.images}
              onChange={(images) => set({ images })}
              error={errors['images_at_once']}
            />
          </SimpleGrid>
          {create.error && Object.keys(errors).length === 0 && (
            <Alert color="red" variant="light" title={t('newKey.failed')} role="alert">
              {messageOf(create.error)}
            </Alert>
          )}
          <Group>
            <Button type="submit" mih={44} loading={create.isPending}>
              {t('newKey.create')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {create.data && (
        <ShownSecret
          key={create.data.key}
          title={t('newKey.made', { name: create.data.name })}
          secret={create.data.key}
          hint={t('newKey.once')}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
        />
      )}
    </section>
  )
}
