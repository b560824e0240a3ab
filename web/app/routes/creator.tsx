import { CreatorPage } from '#web/features/explore/index.ts'
import { EXPLORE } from '#contract/values/community.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ownAddress, readForPage } from '../explore-gate.ts'
import { metaOfPublished } from '../meta-of-published.ts'
import type { Route } from './+types/creator.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData === undefined
    ? []
    : metaOfPublished(matches, 'creator', {
        title: loaderData.creator.name,
        creator: loaderData.creator.name,
        picture: loaderData.creator.picture,
        address: loaderData.address,
      })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const creator = await readForPage(context, EXPLORE, api.creators.detail, { params })
  return { creator, address: ownAddress(request, context) }
}

export default function CreatorRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <CreatorPage key={loaderData.creator.id} first={loaderData.creator} />
    </Page>
  )
}
