import { useSearchParams } from 'react-router'
import { VerifyEmail } from '#web/features/accounts/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', noindex: true })

export default function Page() {
  const [search] = useSearchParams()
  return (
    <NarrowPage>
      <VerifyEmail verificationKey={search.get('key')} />
    </NarrowPage>
  )
}
