import { LegalText, termsOfService } from '#web/features/brands/index.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/terms-of-service.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'termsOfService')

export default function Page() {
  return <LegalText document={termsOfService} />
}
