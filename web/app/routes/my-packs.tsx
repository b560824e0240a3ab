import { MyPacksPage } from '#web/features/packs/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/my-packs.json'
import { gateOwnPacks } from '../pack-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/my-packs.ts'

export const meta = metaOfPage(english, { noindex: true })

export const loader = (args: Route.LoaderArgs) => gateOwnPacks(args)

export default function MyPacksRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <MyPacksPage key={loaderData.kind} kind={loaderData.kind} />
    </Page>
  )
}
