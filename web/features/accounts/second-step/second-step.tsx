import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactorMethod, SecondFactorQuestion } from '#contract/second-factor.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { useTexts } from './texts.ts'

const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/**
 * The second step of a login: a passkey, the code of the authenticator app, or a recovery code.
 * @param props.onKey is told the key of the session
 */
export function SecondStep({
  question,
  onKey,
  onBack,
}: {
  question: SecondFactorQuestion
  onKey(key: string): Promise<void>
  onBack(): void
}) {
  const t = useTexts()
  const methods = question.methods.filter((method) => method !== 'assertion' || hasPasskeys())
  const [method, setMethod] = useState<SecondFactorMethod | undefined>(methods[0])
  return (
    <Stack>
      <Title key={method} order={2} fz="lg" tabIndex={-1} ref={takeFocus}>
        {t('title')}
      </Title>
      <Text size="sm">{t(method === undefined ? 'none' : `text.${method}`)}</Text>
      {method === 'assertion' && <PasskeyForm question={question} onKey={onKey} />}
      {(method === 'code' || method === 'recovery_code') && (
        <CodeForm key={method} method={method} challenge={question.challenge} onKey={onKey} />
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} variant="default" mih={44} onClick={() => setMethod(other)}>
            {t(`instead.${other}`)}
          </Button>
        ))}
      <Anchor component="button" type="button" mih={44} ta="center" onClick={onBack}>
        {t('back')}
      </Anchor>
    </Stack>
  )
}
