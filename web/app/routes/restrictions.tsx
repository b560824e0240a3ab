import { LegalText, restrictions } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import type { Route } from './+types/restrictions.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: restrictions.title })

export default function Page() {
  return <LegalText document={restrictions} />
}
