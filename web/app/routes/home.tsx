import type { CommunityImage } from '#contract/community.ts'
import type { Brand } from '#brands/index.ts'
import { HomePage, type HomePrices } from '#web/features/brands/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { brandContext, serverRequestContext } from '#web/lib/server-context.ts'
import type { Call } from '#web/lib/calls.ts'
import { softwareApplication } from '#web/lib/structured-data.ts'
import english from '#web/messages/en/pages/home.json'
import { redirectSignedIn } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...metaOf(matches, english),
  ...(import.meta.env.SSR ? softwareApplication(matches) : []),
]

/** Images of the feed: one row of a wide window, three of a phone. */
const EXPLORE_IMAGES = '6'

async function readPrices(call: Call): Promise<HomePrices> {
  const { packs, prices, headshot_set_price: headshotSet } = await call(api.plans.list, {})
  return {
    pack: packs[0],
    cutOut: prices.remove_background,
    headshot: prices.headshot,
    headshotSet,
  }
}

/** None where the home page does not show them; it does without them where they cannot be read. */
async function readFeed(call: Call, brand: Brand): Promise<CommunityImage[]> {
  const isShown = brand.sections?.includes('explore') ?? brand.showsExplore
  if (!isShown || !brand.features.includes('explore_images')) return []
  try {
    return (await call(api.civitImages.list, { query: { limit: EXPLORE_IMAGES } })).results
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await redirectSignedIn(request, context)
  const { call } = context.get(serverRequestContext)
  const [prices, explore] = await Promise.all([
    readPrices(call),
    readFeed(call, context.get(brandContext)),
  ])
  return { prices, explore }
}

export default function Home({ loaderData: { prices, explore } }: Route.ComponentProps) {
  return <HomePage prices={prices} explore={explore} />
}
