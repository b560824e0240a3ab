import { Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LoginForm } from './login-form.tsx'
import { useTexts } from '../texts.ts'

/** @param props.headingOrder 1 on a page of its own, 2 in a dialog */
export function LoginPanel({ headingOrder }: { headingOrder: 1 | 2 }) {
  const t = useTexts()
  const { brand } = useSite()
  return (
    <AuthFrame
      current="login"
      title={
        <Title order={headingOrder} mb="md" fz="xl">
          {t('authFrame.logInTo', { name: brand.name })}
        </Title>
      }
    >
      <LoginForm />
    </AuthFrame>
  )
}
