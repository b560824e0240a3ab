import { HomePage, type HomePrices } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { softwareApplication } from '#web/lib/structured-data.ts'
import { redirectSignedIn } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...metaOf(matches, 'home'),
  ...(import.meta.env.SSR ? softwareApplication(matches) : []),
]

export async function loader({ request, context }: Route.LoaderArgs): Promise<HomePrices> {
  await redirectSignedIn(request, context)
  const { call } = context.get(serverRequestContext)
  const { packs, prices, headshot_set_price: headshotSet } = await call(api.plans.list, {})
  return {
    pack: packs[0],
    cutOut: prices.remove_background,
    headshot: prices.headshot,
    headshotSet,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage prices={loaderData} />
}
