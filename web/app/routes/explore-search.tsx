import { EXPLORE } from '#contract/values/community.ts'
import { SearchPage } from '#web/features/explore/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/explore-search.json'
import { requireFeature } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/explore-search.ts'

export const meta = metaOfPage(english, { noindex: true })

export function loader({ context }: Route.LoaderArgs): null {
  requireFeature(context, ...EXPLORE)
  return null
}

export default function ExploreSearch() {
  return (
    <Page>
      <SearchPage />
    </Page>
  )
}
