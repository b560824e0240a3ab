import { ModelsPage, modelQueryOf } from '#web/features/explore/index.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/explore-models.json'
import { readForPage } from '../explore-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/explore-models.ts'

export const meta = metaOfPage(english)

export const loader = ({ url, context }: Route.LoaderArgs) =>
  readForPage(context, ['explore_models'], api.civitModelVersions.list, {
    query: modelQueryOf(url.searchParams),
  })

export default function ExploreModels({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ModelsPage first={loaderData} />
    </Page>
  )
}
