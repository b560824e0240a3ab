import { contentPages } from '#content/index.ts'
import { hasPage } from '#brands/index.ts'
import { ContentView, showPage, structuredData } from '#web/features/content/index.ts'
import { api } from '#web/lib/api.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { brandContext, serverRequestContext } from '#web/lib/server-context.ts'
import type { Route } from './+types/content-page.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { page, origin, site } = loaderData
  const { title, description, path, image } = page
  return [
    ...pageMeta(matches, {
      title,
      description,
      ...(image && { image: new URL(image.src, origin).href }),
    }),
    { tagName: 'link', rel: 'canonical', href: new URL(path, origin).href },
    ...structuredData(page, origin, site).map((data) => ({ 'script:ld+json': data })),
  ]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname, origin } = url
  const brand = context.get(brandContext)
  const path = pathname.replace(/\/$/, '')
  const page = contentPages.find((one) => one.path === path)
  if (!page || !hasPage(brand, page.path)) throw new Response(null, { status: 404 })
  const { results } = await context
    .get(serverRequestContext)
    .call(api.generationServers.list, { query: {} })
  const drawsAnything = results.some(
    ({ state, models }) => state === 'ready' && models.some(({ draws }) => draws === 'anything'),
  )
  return { page: showPage(page, brand, drawsAnything), origin, site: brand.name }
}

export default function ContentRoute({ loaderData }: Route.ComponentProps) {
  return <ContentView page={loaderData.page} />
}
