import { ImagesPage, imageQueryOf } from '#web/features/explore/index.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/explore-images.json'
import { readForPage } from '../explore-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/explore-images.ts'

export const meta = metaOfPage(english)

export const loader = ({ url, context }: Route.LoaderArgs) =>
  readForPage(context, ['explore_images'], api.civitImages.list, {
    query: imageQueryOf(url.searchParams),
  })

export default function ExploreImages({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ImagesPage first={loaderData} />
    </Page>
  )
}
