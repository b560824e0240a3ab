import { LegalText, privacyPolicy } from '#web/features/brands/index.ts'
import { asksForPrivacy, useSite } from '#web/lib/site.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import english from '#web/messages/en/pages/privacy-policy.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/privacy-policy.ts'

export const meta = metaOfPage(english)

export async function loader({ context }: Route.LoaderArgs) {
  const params = { kind: 'privacy' } as const
  return context.get(serverRequestContext).call(api.legalTexts.read, { params })
}

export default function Page({ loaderData: { text } }: Route.ComponentProps) {
  const { site } = useSite()
  return <LegalText document={privacyPolicy(asksForPrivacy(site))} own={text} />
}
