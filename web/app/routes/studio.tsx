import { StudioPage } from '#web/features/studios/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/studio.json'
import { requireFeature, requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/studio.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'train_model')
  requireMe(request, context)
  return null
}

export default function Studio({ params }: Route.ComponentProps) {
  return (
    <Page>
      <StudioPage id={params.id} />
    </Page>
  )
}
