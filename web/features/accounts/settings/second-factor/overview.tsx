import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Passkey } from '#contract/passkeys.ts'
import type { SecondFactorState } from '#contract/second-factor.ts'
import { formatDay } from '#web/lib/format.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useTexts } from '../texts.ts'
import { PasskeyList } from './passkey-list.tsx'

/** A change that is asked for. */
export type Change =
  | { kind: 'begin' | 'disable' | 'renew' | 'addPasskey' }
  | { kind: 'removePasskey'; passkey: Passkey }

/**
 * What a login asks for, and how to change it.
 * @param props.takesFocus whether a step just ended, whose buttons had it
 */
export function Overview({
  state: { since, recovery_codes_left: left },
  passkeys,
  takesFocus,
  onChange,
}: {
  state: SecondFactorState
  passkeys: readonly Passkey[]
  takesFocus: boolean
  onChange(change: Change): void
}) {
  const t = useTexts()
  const isOn = since !== null || passkeys.length > 0
  return (
    <Stack>
      <Text tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
        {t(isOn ? 'secondFactor.on' : 'secondFactor.hint')}
      </Text>
      <Title order={3} fz="md">
        {t('secondFactor.app')}
      </Title>
      <Text>
        {since === null
          ? t('secondFactor.noApp')
          : t('secondFactor.appSince', { since: formatDay(since) })}
      </Text>
      <Group>
        {since === null ? (
          <Button variant="default" mih={44} onClick={() => onChange({ kind: 'begin' })}>
            {t('secondFactor.setUp')}
          </Button>
        ) : (
          <Button variant="default" mih={44} onClick={() => onChange({ kind: 'disable' })}>
            {t('secondFactor.switchOff')}
          </Button>
        )}
      </Group>
      <Title order={3} fz="md">
        {t('passkeys.title')}
      </Title>
      <Text>{t('passkeys.hint')}</Text>
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          onRemove={(passkey) => onChange({ kind: 'removePasskey', passkey })}
        />
      )}
      <Group>
        <Button variant="default" mih={44} onClick={() => onChange({ kind: 'addPasskey' })}>
          {t('passkeys.add')}
        </Button>
      </Group>
      {isOn && (
        <>
          <Title order={3} fz="md">
            {t('secondFactor.codes')}
          </Title>
          <Text>{t('secondFactor.codesLeft', { count: left })}</Text>
          <Group>
            <Button variant="default" mih={44} onClick={() => onChange({ kind: 'renew' })}>
              {t('secondFactor.renew')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
