import { data } from 'react-router'
import { ConsentPage } from '#web/features/consent/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/consent.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/consent.ts'

export const meta = metaOfPage(english, { noindex: true })

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return await context.get(serverRequestContext).call(api.consentLinks.read, { params })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 })
    throw error
  }
}

export default function Consent({ params, loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ConsentPage token={params.id} request={loaderData} />
    </Page>
  )
}
