import { ModelPage } from '#web/features/explore/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import { ownAddress, readForPage } from '../explore-gate.ts'
import { metaOfPublished } from '../meta-of-published.ts'
import type { Route } from './+types/explore-model.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData === undefined
    ? []
    : metaOfPublished(matches, 'exploreModel', {
        title: loaderData.model.name,
        creator: loaderData.model.creator.name,
        picture: loaderData.model.sample?.url ?? null,
        address: loaderData.address,
      })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const model = await readForPage(context, ['explore_models'], api.civitModelVersions.detail, {
    params,
  })
  // With the page: below it nothing moves, whether there are any or none.
  const similar = await context
    .get(serverRequestContext)
    .call(api.civitModelVersions.similar, { params, query: {} })
    .catch(() => undefined)
  return { model, similar, address: ownAddress(request, context) }
}

export default function ExploreModel({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page>
      <ModelPage
        key={params.id}
        id={params.id}
        first={loaderData.model}
        similar={loaderData.similar}
      />
    </Page>
  )
}
