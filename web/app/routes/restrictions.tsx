import { LegalText, restrictions } from '#web/features/brands/index.ts'
import english from '#web/messages/en/pages/restrictions.json'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/restrictions.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english)

export default function Page() {
  return <LegalText document={restrictions} />
}
