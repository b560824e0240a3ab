import { StatusPage } from '#web/features/status/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/status.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/status.ts'

export const meta = metaOfPage(english)

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(serverRequestContext).call(api.status.read, {})
}

export default function StatusRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="text">
      <StatusPage status={loaderData} />
    </Page>
  )
}
