import { Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { FormFailure } from '../../components/form-failure.tsx'
import { formFailure } from '../../lib/form-failure.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useValidation } from '../../lib/use-validation.ts'
import { useTexts } from '../texts.ts'
import { QrCode } from './qr-code.tsx'
import { useFinish } from './use-second-factor.ts'

const GROUP = /.{1,4}/g

/** The secret for the app, as a QR code and as text, and the field for its first code. */
export function SetUp({
  secret,
  uri,
  onDone,
  onCancel,
}: {
  secret: string
  uri: string
  /** @param codes recovery codes, where these are the first */
  onDone(codes: readonly string[] | null): void
  onCancel(): void
}) {
  const t = useTexts()
  const { required } = useValidation()
  const switchOn = useFinish()
  const form = useFields({ code: '' }, { code: required })
  return (
    <Stack>
      <Title order={3} fz="md" tabIndex={-1} ref={takeFocus}>
        {t('secondFactor.setUp')}
      </Title>
      <Text>{t('secondFactor.scan')}</Text>
      <QrCode text={uri} label={t('secondFactor.qr')} />
      <Text size="sm">
        {t('secondFactor.byHand')} <Code>{(secret.match(GROUP) ?? []).join(' ')}</Code>
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          switchOn.mutate(values, {
            onSuccess: ({ recovery_codes: codes }) => onDone(codes),
            onError: (error) => form.setErrors(fieldErrorsOf(error)),
          }),
        )}
      >
        <Stack maw={420}>
          <TextInput
            label={t('secondFactor.firstCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={10}
            {...form.of('code')}
          />
          <FormFailure title={t('secondFactor.failed')}>
            {formFailure(switchOn.error, ['code'])}
          </FormFailure>
          <Group>
            <Button type="submit" mih={44} loading={switchOn.isPending}>
              {t('secondFactor.switchOn')}
            </Button>
            <Button variant="subtle" mih={44} onClick={onCancel}>
              {t('secondFactor.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  )
}
