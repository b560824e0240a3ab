import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PasskeyCreation } from '#contract/passkeys.ts'
import { PASSKEY_LIMITS } from '#contract/values/passkeys.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { refresh } from '#web/lib/refresh.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { FormFailure } from '../../components/form-failure.tsx'
import { formFailure } from '../../lib/form-failure.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useValidation } from '../../lib/use-validation.ts'
import { describeDevice } from '../describe-device.ts'
import { useTexts } from '../texts.ts'

/** Names a passkey and has the browser make it. */
export function MakePasskey({
  options,
  onDone,
  onCancel,
}: {
  options: PasskeyCreation
  /** @param codes recovery codes, where these are the first */
  onDone(codes: readonly string[] | null): void
  onCancel(): void
}) {
  const t = useTexts()
  const { required } = useValidation()
  const client = useQueryClient()
  const form = useFields(
    { name: describeDevice(navigator.userAgent).system ?? '' },
    { name: required },
  )
  const make = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { makePasskey } = await import('../../lib/browser-passkeys.ts')
      const credential = await makePasskey(options)
      return call(api.passkeys.finish, { body: { name, credential } })
    },
    onSuccess: async ({ recovery_codes: codes }) => {
      await refresh(client, accountKeys.secondFactor)
      await refresh(client, accountKeys.passkeys)
      onDone(codes)
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })
  const { error } = make
  const failure = error instanceof ApiError ? formFailure(error, ['name']) : t('passkeys.notMade')
  return (
    <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack maw={420}>
        <Title order={3} fz="md" tabIndex={-1} ref={takeFocus}>
          {t('passkeys.add')}
        </Title>
        <Text>{t('passkeys.make')}</Text>
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          required
          maxLength={PASSKEY_LIMITS.name}
          {...form.of('name')}
        />
        <FormFailure title={t('secondFactor.failed')}>
          {error === null ? null : failure}
        </FormFailure>
        <Group>
          <Button type="submit" mih={44} loading={make.isPending}>
            {t('passkeys.makeNow')}
          </Button>
          <Button variant="subtle" mih={44} onClick={onCancel}>
            {t('secondFactor.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
