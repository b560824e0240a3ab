import { PacksPage } from '#web/features/packs/index.ts'
import { Page } from '#web/ui/page.tsx'
import photoPacks from '#web/messages/en/pages/photo-packs.json'
import videoPacks from '#web/messages/en/pages/video-packs.json'
import { gatePacks } from '../pack-gate.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/packs.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  metaOf(matches, loaderData?.kind === 'video' ? videoPacks : photoPacks, {
    isKept: ({ people }) => people,
  })

export const loader = (args: Route.LoaderArgs) => gatePacks(args)

export default function PacksRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PacksPage key={loaderData.kind} kind={loaderData.kind} />
    </Page>
  )
}
