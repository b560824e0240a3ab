import { SharedImagePage } from '#web/features/sharing/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/shared.json'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/shared-image.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  metaOf(matches, english, {
    noindex: true,
    ...(loaderData && { image: (loaderData as { absoluteUrl: string }).absoluteUrl }),
  })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  try {
    const image = await context
      .get(serverRequestContext)
      .call(api.predictionImages.shared, { params })
    return { image, absoluteUrl: new URL(image.url, request.url).href }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new Response(null, { status: 404 })
    throw error
  }
}

export default function SharedImageRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SharedImagePage image={loaderData.image} />
    </Page>
  )
}
