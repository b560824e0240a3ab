import { LegalText, termsOfService } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import english from '#web/messages/en/pages/terms-of-service.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/terms-of-service.ts'

export const meta = metaOfPage(english)

export async function loader({ context }: Route.LoaderArgs) {
  const params = { kind: 'terms' } as const
  return context.get(serverRequestContext).call(api.legalTexts.read, { params })
}

export default function Page({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalText document={termsOfService} own={text} />
}
