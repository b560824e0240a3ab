import { CreateSet } from '#web/features/headshot-sets/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/headshot-set.json'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/create-headshot-set.ts'

export const meta = metaOfPage(english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'professional_headshots')
  requireMeToView(request, context)
  return null
}

export default function CreateHeadshotSet() {
  return (
    <Page>
      <CreateSet />
    </Page>
  )
}
