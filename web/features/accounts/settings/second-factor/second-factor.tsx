import { Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '#web/ui/states.tsx'
import { useTexts } from '../texts.ts'
import { useEmailSettings } from '../use-email-settings.ts'
import { MakePasskey } from './make-passkey.tsx'
import { type Change, Overview } from './overview.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import {
  useBegin,
  useBeginPasskey,
  useDisable,
  usePasskeys,
  useRemovePasskey,
  useRenewCodes,
  useSecondFactor,
} from './use-second-factor.ts'

/**
 * Authenticator app, passkeys and recovery codes: shows them, and leads through each change.
 * @param props.footer buttons of a page around it, told whether a second factor is on; none while a change is on its way,
 *   for a press would lose it
 */
export function SecondFactor({ footer }: { footer?(isOn: boolean): ReactNode }) {
  const t = useTexts()
  const state = useSecondFactor()
  const passkeys = usePasskeys()
  const settings = useEmailSettings()
  const [change, setChange] = useState<Change | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [hasChanged, setChanged] = useState(false)
  const begin = useBegin()
  const renew = useRenewCodes()
  const disable = useDisable()
  const beginPasskey = useBeginPasskey()
  const removePasskey = useRemovePasskey()
  const stop = () => {
    setChange(null)
    setChanged(true)
    for (const act of [begin, renew, disable, beginPasskey, removePasskey]) act.reset()
  }
  const finish = (fresh: readonly string[] | null) => {
    stop()
    setCodes(fresh)
  }
  const say = (message: string) => {
    stop()
    notifications.show({ message })
  }
  const parts = [state, passkeys, settings]
  if (!state.data || !passkeys.data || !settings.data)
    return parts.some(({ isError }) => isError) ? (
      <>
        <ErrorState
          what={t('secondFactor.loadFailed')}
          onRetry={() => void Promise.all(parts.map((part) => part.refetch()))}
        />
        {footer?.(false)}
      </>
    ) : (
      <Skeleton h={80} />
    )
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  if (begin.data) return <SetUp {...begin.data} onDone={finish} onCancel={stop} />
  if (beginPasskey.data)
    return <MakePasskey options={beginPasskey.data} onDone={finish} onCancel={stop} />
  const keys = passkeys.data.results
  const hasFactor = state.data.since !== null || keys.length > 0
  const shared = {
    settings: settings.data,
    takesCode: hasFactor && !settings.data.signed_in_recently,
    onCancel: stop,
  }
  if (change === null)
    return (
      <>
        <Overview state={state.data} passkeys={keys} takesFocus={hasChanged} onChange={setChange} />
        {footer?.(hasFactor)}
      </>
    )
  switch (change.kind) {
    case 'begin':
      return (
        <ProofForm
          {...shared}
          title={t('secondFactor.setUp')}
          act={begin}
          button={t('secondFactor.goOn')}
        />
      )
    case 'addPasskey':
      return (
        <ProofForm
          {...shared}
          title={t('passkeys.add')}
          act={beginPasskey}
          button={t('secondFactor.goOn')}
        />
      )
    case 'renew':
      return (
        <ProofForm
          {...shared}
          title={t('secondFactor.renew')}
          act={renew}
          button={t('secondFactor.renew')}
          onDone={({ recovery_codes: fresh }) => finish(fresh)}
        />
      )
    case 'disable':
      return (
        <ProofForm
          {...shared}
          title={t('secondFactor.switchAppOff')}
          act={disable}
          button={t('secondFactor.switchOff')}
          onDone={() => say(t('secondFactor.isOff'))}
        />
      )
    default: {
      const { id, name } = change.passkey
      return (
        <ProofForm
          {...shared}
          title={t('passkeys.removeNamed', { name })}
          act={{
            ...removePasskey,
            mutate: (proof, on) => removePasskey.mutate({ ...proof, id }, on),
          }}
          button={t('passkeys.remove')}
          onDone={() => say(t('passkeys.removed', { name }))}
        />
      )
    }
  }
}
