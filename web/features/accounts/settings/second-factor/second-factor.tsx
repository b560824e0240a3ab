import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { formatDay } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useTexts } from '../texts.ts'
import { useEmailSettings } from '../use-email-settings.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import { useBegin, useDisable, useRenewCodes, useSecondFactor } from './use-second-factor.ts'

type Act = 'begin' | 'renew' | 'disable'

/** Switches the codes of an authenticator app on and off, and shows the recovery codes once. */
export function SecondFactor() {
  const t = useTexts()
  const state = useSecondFactor()
  const settings = useEmailSettings()
  const [act, setAct] = useState<Act | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = useBegin()
  const renew = useRenewCodes()
  const disable = useDisable()
  const stop = () => {
    setAct(null)
    begin.reset()
    renew.reset()
    disable.reset()
  }
  const finish = (fresh: readonly string[]) => {
    stop()
    setCodes(fresh)
  }
  if (!state.data || !settings.data)
    return state.isError || settings.isError ? (
      <ErrorState
        what={t('secondFactor.loadFailed')}
        onRetry={() => void Promise.all([state.refetch(), settings.refetch()])}
      />
    ) : (
      <Skeleton h={80} />
    )
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  if (begin.data) return <SetUp {...begin.data} onDone={finish} onCancel={stop} />
  const shared = { settings: settings.data, onCancel: stop }
  if (act === 'begin')
    return (
      <ProofForm
        {...shared}
        takesCode={false}
        act={begin}
        button={t('secondFactor.goOn')}
        onDone={() => setAct(null)}
      />
    )
  if (act === 'renew')
    return (
      <ProofForm
        {...shared}
        takesCode
        act={renew}
        button={t('secondFactor.renew')}
        onDone={({ recovery_codes: fresh }) => finish(fresh)}
      />
    )
  if (act === 'disable')
    return (
      <ProofForm
        {...shared}
        takesCode
        act={disable}
        button={t('secondFactor.switchOff')}
        onDone={() => {
          stop()
          notifications.show({ message: t('secondFactor.isOff') })
        }}
      />
    )
  const { since, recovery_codes_left: left } = state.data
  if (since === null)
    return (
      <Stack>
        <Text>{t('secondFactor.hint')}</Text>
        <Group>
          <Button variant="default" mih={44} onClick={() => setAct('begin')}>
            {t('secondFactor.setUp')}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack>
      <Text>{t('secondFactor.on', { since: formatDay(since), count: left })}</Text>
      <Group>
        <Button variant="default" mih={44} onClick={() => setAct('renew')}>
          {t('secondFactor.renew')}
        </Button>
        <Button variant="default" mih={44} onClick={() => setAct('disable')}>
          {t('secondFactor.switchOff')}
        </Button>
      </Group>
    </Stack>
  )
}
