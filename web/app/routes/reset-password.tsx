import { useSearchParams } from 'react-router'
import { ResetPassword } from '#web/features/accounts/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Set a new password', noindex: true })

export default function Page() {
  const [search] = useSearchParams()
  return (
    <NarrowPage>
      <ResetPassword uid={search.get('uid')} token={search.get('token')} />
    </NarrowPage>
  )
}
