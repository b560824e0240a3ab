import { ImagePage } from '#web/features/explore/index.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ownAddress, readForPage } from '../explore-gate.ts'
import { metaOfPublished } from '../meta-of-published.ts'
import type { Route } from './+types/explore-image.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData === undefined
    ? []
    : metaOfPublished(matches, 'exploreImage', {
        title: loaderData.image.alt || loaderData.image.prompt,
        creator: loaderData.image.creator.name,
        picture: loaderData.image.url,
        address: loaderData.address,
      })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const image = await readForPage(context, ['explore_images'], api.civitImages.detail, { params })
  return { image, address: ownAddress(request, context) }
}

export default function ExploreImage({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ImagePage key={loaderData.image.id} first={loaderData.image} />
    </Page>
  )
}
