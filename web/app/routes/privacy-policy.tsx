import { LegalText, privacyPolicy } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import type { Route } from './+types/privacy-policy.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: privacyPolicy.title })

export default function Page() {
  return <LegalText document={privacyPolicy} />
}
