import { PackPage } from '#web/features/packs/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/pack.json'
import { gatePacks } from '../pack-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/pack.ts'

export const meta = metaOfPage(english, { noindex: true })

export const loader = (args: Route.LoaderArgs) => gatePacks(args)

export default function PackRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page>
      <PackPage key={loaderData.kind} kind={loaderData.kind} id={params.id} />
    </Page>
  )
}
