import { SetPage } from '#web/features/headshot-sets/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/headshot-set.json'
import { requireFeature, requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/headshot-set.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'professional_headshots')
  requireMe(request, context)
  return null
}

export default function HeadshotSet({ params }: Route.ComponentProps) {
  return (
    <Page>
      <SetPage key={params.id} id={params.id} />
    </Page>
  )
}
