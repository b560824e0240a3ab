import { ForgotPassword } from '#web/features/accounts/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Forgot your password?' })

export default function Page() {
  return (
    <NarrowPage>
      <ForgotPassword />
    </NarrowPage>
  )
}
