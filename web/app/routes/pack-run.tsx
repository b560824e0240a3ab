import { RunPage } from '#web/features/packs/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/pack-run.json'
import { gateOwnPacks } from '../pack-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/pack-run.ts'

export const meta = metaOfPage(english, { noindex: true })

export const loader = (args: Route.LoaderArgs) => gateOwnPacks(args)

export default function RunRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page>
      <RunPage key={loaderData.kind} kind={loaderData.kind} id={params.id} />
    </Page>
  )
}
