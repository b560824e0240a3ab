import { LegalText, privacyPolicy } from '#web/features/brands/index.ts'
import { asksForPrivacy, useSite } from '#web/lib/site.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/privacy-policy.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'privacyPolicy')

export default function Page() {
  const { site } = useSite()
  return <LegalText document={privacyPolicy(asksForPrivacy(site))} />
}
