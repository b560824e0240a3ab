import { LegalText, termsOfService } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import type { Route } from './+types/terms-of-service.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: termsOfService.title })

export default function Page() {
  return <LegalText document={termsOfService} />
}
