import { data } from 'react-router'
import { DecisionPage } from '#web/features/reports/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/decision.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/decision.ts'

export const meta = metaOfPage(english, { noindex: true })

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return await context.get(serverRequestContext).call(api.reports.decision, { params })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 })
    throw error
  }
}

export default function DecisionRoute({ params, loaderData }: Route.ComponentProps) {
  return (
    <Page width="text">
      <DecisionPage key={params.id} first={loaderData} />
    </Page>
  )
}
